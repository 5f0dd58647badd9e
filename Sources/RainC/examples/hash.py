"""hash.py LIBRARY PRESET [PLACE]: the SHA-256 of ten seconds, as `rainsynth hash -p PRESET --place PLACE` prints it."""
import ctypes, hashlib, sys


class Why(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint32), ("text", ctypes.c_char * 508)]


library = ctypes.CDLL(sys.argv[1])
library.rain_render.restype = ctypes.c_int64
why = Why(ctypes.sizeof(Why))
rain = library.rain_new(sys.argv[2].encode(), ctypes.byref(why))
place = library.rain_set_place(rain, sys.argv[3].encode(), ctypes.c_double(0), ctypes.byref(why)) if sys.argv[3:] else 1
if not (rain and place and library.rain_option(rain, b"duration", b"441000", ctypes.byref(why))
        and library.rain_start(rain, 0, ctypes.byref(why))):
    sys.exit(why.text.decode())
bytes_of_block, digest = ctypes.create_string_buffer(4 * 4096), hashlib.sha256()
while (frames := library.rain_render(rain, bytes_of_block, 4096)) > 0:
    digest.update(bytes_of_block.raw[:4 * frames])
print(digest.hexdigest())
library.rain_free(rain)
