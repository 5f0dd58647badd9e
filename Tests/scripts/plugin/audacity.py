"""audacity.py RAINSYNTH BUNDLE FOLDER: a session of Audacity below FOLDER, without a screen: rain is generated, saved, closed,
opened and bounced. Its samples have to be those of RAINSYNTH. Commands go through the pipes of mod-script-pipe."""
import os, pathlib, re, select, shutil, subprocess, sys, time

rainsynth, bundle, home = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]).resolve()
module = pathlib.Path("/usr/lib/audacity/modules/mod-script-pipe.so")
pipes = [f"/tmp/audacity_script_pipe.{way}.{os.getuid()}" for way in ("from", "to")]
changed = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(module.stat().st_mtime))
settings = home / ".config" / "audacity"
settings.mkdir(parents=True)
package = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "audacity"], stdout=subprocess.PIPE, text=True)
version = re.findall(r"\d+", package.stdout)
# No dialog waits for anybody where version, language and an empty folder are known. A module starts where its path and its
# time are. WAVs are written as Floats.
(settings / "audacity.cfg").write_text(f"""PrefsVersion=1.1.1r1
[Version]
Major={version[0]}
Minor={version[1]}
Micro={version[2]}
[Locale]
Language=en
[Directories]
TempDir={home}/temporary
[GUI]
ShowSplashScreen=0
[Update]
DefaultUpdatesChecking=0
UpdateNoticeShown=1
[Module]
mod-script-pipe=1
[ModulePath]
mod-script-pipe={module}
[ModuleDateTime]
mod-script-pipe={changed}
[FileFormats/ExportFormat_SF1_Type]
wav_10000=6
""")
shutil.copytree(bundle, home / ".lv2" / bundle.name)


def use(*commands):
    """Runs commands in an Audacity of their own."""
    for pipe in pipes:
        pathlib.Path(pipe).unlink(missing_ok=True)
    surroundings = {**os.environ, "HOME": str(home), "LV2_PATH": f"{home}/.lv2:/usr/lib/lv2", "TZ": "UTC"}
    audacity = subprocess.Popen(["xvfb-run", "-a", "audacity"], env=surroundings, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        end = time.time() + 90
        # It waits for a reader of its answers first.
        while not all(map(os.path.exists, pipes)):
            assert time.time() < end, "Audacity opens no pipe"
            time.sleep(0.2)
        answers = os.open(pipes[0], os.O_RDONLY | os.O_NONBLOCK)
        while True:
            try:
                questions = os.open(pipes[1], os.O_WRONLY | os.O_NONBLOCK)
                break
            except OSError:
                assert time.time() < end, "Audacity reads no pipe"
                time.sleep(0.2)
        # A command that comes before its window is lost.
        time.sleep(10)
        for command in commands:
            os.write(questions, f"{command}\n".encode())
            answer = b""
            while b"BatchCommand finished" not in answer:
                assert time.time() < end, (command, answer)
                if select.select([answers], [], [], 1)[0]:
                    answer += os.read(answers, 65536)
                    time.sleep(0.02)
            assert b"finished: OK" in answer, (command, answer)
        os.write(questions, b"Exit:\n")
        time.sleep(5)
    finally:
        os.killpg(audacity.pid, 15)
        audacity.wait()


# Mono: Audacity 3.2 asks a generator for one channel after another, and so for the right one ten seconds later.
use("NewMonoTrack:", "SelectTime: Start=0 End=10", "RainsynthMono:", f"SaveProject2: Filename={home}/song.aup3")
use(f"OpenProject2: Filename={home}/song.aup3", "SelectAll:", f"Export2: Filename={home}/bounced.wav NumChannels=1")
rain = subprocess.run([rainsynth, "stream", "-q", "-d", "10", "-b", "f32", "-c", "1"], stdout=subprocess.PIPE, check=True).stdout
wave = (home / "bounced.wav").read_bytes()
start = wave.index(b"data") + 8
assert wave[start:start + len(rain)] == rain, "the bounce is not the rain of the command"
