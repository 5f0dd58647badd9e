-- For ardour7-lua: a session of ten seconds in the folder `song` with the plug-in on a track, a preset of tin-roof, saved.
AudioEngine:set_backend("None (Dummy)", "", "")
local session = assert(create_session("song", "song", 48000))
local track = session:new_audio_track(
  2, 2, nil, 1, "rain", ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true):front()
local rain = ARDOUR.LuaAPI.new_plugin(session, "urn:rainsynth:rain", ARDOUR.PluginType.LV2, "")
assert(track:add_processor_by_index(rain, 0, nil, true) == 0)
local plugin = rain:to_insert():plugin(0)
assert(plugin:load_preset(plugin:preset_by_label("17 tin-roof")))
session:save_state("")
close_session()
quit()
