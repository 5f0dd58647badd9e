/* The places of members that the headers of CLAP and LV2 give them on 64-bit systems. */
#include "clap.h"
#include "lv2.h"

#if UINTPTR_MAX == UINT64_MAX
#define PLACE(type, member, place) _Static_assert(offsetof(type, member) == place, #type)
#define SIZE(type, bytes) _Static_assert(sizeof(type) == bytes, #type)
SIZE(clap_entry_t, 40); PLACE(clap_entry_t, init, 16);
SIZE(clap_host, 88); PLACE(clap_host, get_extension, 56);
SIZE(clap_descriptor, 88); PLACE(clap_descriptor, id, 16);
SIZE(clap_event, 16); SIZE(clap_note, 40); PLACE(clap_note, key, 24); PLACE(clap_note, velocity, 32);
SIZE(clap_value, 56); PLACE(clap_value, cookie, 24); PLACE(clap_value, value, 48);
SIZE(clap_transport, 104); PLACE(clap_transport, seconds, 32); PLACE(clap_transport, bar_number, 96);
SIZE(clap_midi, 24); PLACE(clap_midi, bytes, 18); SIZE(clap_buffer, 32);
SIZE(clap_process, 64); PLACE(clap_process, outputs, 32); PLACE(clap_process, in, 48);
SIZE(clap_plugin, 96); PLACE(clap_plugin, process, 72); SIZE(clap_factory, 24);
SIZE(clap_parameter, 1320); PLACE(clap_parameter, name, 16); PLACE(clap_parameter, least, 1296);
SIZE(clap_parameters, 48); SIZE(clap_audio_port, 288); PLACE(clap_audio_port, type, 272);
SIZE(clap_note_port, 268); SIZE(clap_indexer, 88); SIZE(clap_location, 32); SIZE(clap_receiver, 88); SIZE(clap_provider, 48);
SIZE(clap_host_preset_load, 16); SIZE(clap_provider_descriptor, 40); PLACE(clap_provider_descriptor, id, 16);
SIZE(clap_filetype, 24); SIZE(clap_plugin_id, 16); PLACE(clap_provider, get_metadata, 32);
PLACE(clap_receiver, begin_preset, 16); PLACE(clap_receiver, set_description, 56);
SIZE(lv2_descriptor, 64); PLACE(lv2_descriptor, connect_port, 16); PLACE(lv2_descriptor, extension_data, 56);
SIZE(lv2_feature, 16); SIZE(lv2_map, 16); SIZE(lv2_state, 16); SIZE(lv2_atom, 8); SIZE(lv2_sequence, 16);
PLACE(lv2_sequence, unit, 8); SIZE(lv2_event, 16); PLACE(lv2_event, atom, 8); SIZE(lv2_object, 8); SIZE(lv2_property, 16);
PLACE(lv2_property, value, 8);
#endif
