internal import RainSynthCommands

RainSynth.run()
