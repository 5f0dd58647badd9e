# rainsynth: `make demo` builds and renders rain.wav; `make test` runs the tests.

PREFIX ?= /usr/local
SWIFT ?= swift
DOCC ?= docc
BUILD = $(SWIFT) build -c release $(FLAGS) --product

# On Linux, one file that needs no library beside it, and starts without the loader of libraries.
# Position-independent, so that the system places it at random addresses; glibc does not start such a file if it has
# the path to libraries that SwiftPM adds. Where a trial does not link or run, as without the static libraries of C,
# only the libraries of Swift become part of the file.
STATIC_EXECUTABLE := -static-executable -use-ld=lld -Xclang-linker -static-pie
ifeq ($(shell uname -s),Linux)
LINKING := .build/linking
STATIC = $$(cat $(LINKING))
# Two sections differ from folder to folder: a hash of Swift's module files, and the id of the build, which covers it.
STRIP = strip -R .swift_modhash -R .note.gnu.build-id
else
STRIP = strip
endif

# What --version --json says. An archive of the sources, without .git, does not know.
ifneq ($(wildcard .git),)
export RAINSYNTH_COMMIT := $(shell git describe --always --dirty --abbrev=40 --exclude '*' 2> /dev/null || echo unknown)
endif

# Optimised tests, in which assertions are checked all the same.
CHECKED = -c release -Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug
TESTING = $(CHECKED) --scratch-path .build/testing

# NATIVE=1 builds for this machine's processor, in .build/native/release. The samples are the same.
ifdef NATIVE
FLAGS := --scratch-path .build/native -Xswiftc -Xcc -Xswiftc -march=native
endif

# Asked for once, when the first recipe needs it.
RELEASE = $(eval RELEASE := $$(shell $(SWIFT) build -c release $(FLAGS) --show-bin-path))$(RELEASE)

.PHONY: help build demo test coverage tables matches sums golden lint format docs bench interop programs hosts portability library realtime fuzz \
  sanitize c web npm plugin install-plugin install engines layout dist release release-files reproduced packages api clean

help:
	@echo 'make demo      build, and render a minute of rain to rain.wav'
	@echo 'make build     build the command: .build/release/rainsynth'
	@echo 'make test      run the tests, about 2 minutes once built'
	@echo 'make coverage  print the share of the code that the tests take'
	@echo 'make sums      renew presets/SHA256SUMS after a change of the sound'
	@echo 'make golden    renew the golden hashes of the tests, too'
	@echo 'make lint      check the format of the code'
	@echo 'make format    format the code'
	@echo 'make docs      build the documentation of the libraries RainDSP and RainFiles'
	@echo 'make bench     time every stage and every preset'
	@echo 'make interop   check that other programs read our files, and that faults do no harm'
	@echo 'make portability  check that all processors make the same samples'
	@echo 'make library   build and run the Swift of the README in a separate package'
	@echo 'make realtime  prove that rendering takes no lock and allocates nothing'
	@echo 'make fuzz      feed random presets, gauges, WAVs, sums and command lines to their readers'
	@echo 'make sanitize  run the tests under the address and thread sanitizers'
	@echo 'make c         build the library for C: librain.a, librain.so and rain.h in .build/c'
	@echo 'make plugin    build the plug-ins: rainsynth.clap and rainsynth.lv2 in .build/plugin'
	@echo 'make install-plugin  copy them to ~/.clap and ~/.lv2, or with PREFIX=/usr to /usr/lib/clap and /usr/lib/lv2'
	@echo 'make web       build the page: .build/web/index.html, which one may open, mail or host'
	@echo 'make npm       pack the engine for Node, Deno, Bun and pages: .build/npm/rainsynth-...tgz'
	@echo 'make install   build the command with both engines, and copy it, its man page and completions to PREFIX ($(PREFIX))'
	@echo 'make dist      pack the same files, and the sums of the presets, as .build/dist/rainsynth-...tar.gz'
	@echo 'make release   make all files of a release in .build/release-files (Linux)'
	@echo 'make reproduced  build a release in two clones, and compare them'
	@echo 'make packages  install and check each package that `make release` has made'
	@echo 'make api       compare the public API with that of the last release'
	@echo 'make clean     remove what was built'

build: $(LINKING)
	$(BUILD) rainsynth $(STATIC)

# The trial waits for another thread: that is what fails where a static C library does not know of threads.
.build/linking:
	mkdir -p .build
	echo 'import Glibc; Task.detached { exit(0) }; sleep(9); exit(1)' | $(SWIFT)c \
	  $(STATIC_EXECUTABLE) -module-name trial -o .build/trial - > .build/trial.log 2>&1 && .build/trial \
	  && echo '$(STATIC_EXECUTABLE:%=-Xswiftc %) --disable-local-rpath' > $@ || echo --static-swift-stdlib > $@
	rm -f .build/trial

demo: build
	$(RELEASE)/rainsynth render --force -o rain.wav
	@echo 'rain.wav: a minute of rain; any player plays it. The command is $(RELEASE)/rainsynth;'
	@echo 'make install PREFIX=$$HOME/.local puts it on the path'

test:
	SWIFT=$(SWIFT) Tests/scripts/test $(TESTING) $(if $(FILTER),--filter '$(FILTER)')

# Regions, as Swift counts no branches.
coverage:
	SWIFT=$(SWIFT) Tests/scripts/coverage $(CHECKED)

# Random and damaged tables of rain; make test reads some dozens. TABLES=2000-3999 reads those of other seeds.
TABLES ?= 2000
tables:
	RAINSYNTH_TABLES=$(TABLES) $(SWIFT) test $(TESTING) --skip-build --filter GaugeTruth > .build/tables.log 2>&1 \
	  || { grep -E '^✘' .build/tables.log; exit 1; }

# Random rains are found again; make test finds three.
MATCHES ?= 40
matches:
	RAINSYNTH_MATCHES=$(MATCHES) $(SWIFT) test $(TESTING) --skip-build --filter FoundAgain > .build/matches.log 2>&1 \
	  || { grep -E '^✘' .build/matches.log; exit 1; }

# The published sums, against which everyone can check a build.
sums: build
	names=$$($(RELEASE)/rainsynth preset list | cut -d' ' -f1) && { \
	  $(RELEASE)/rainsynth --version --json | \
	    sed -E 's/.*"version":"([^"]*)","revision":([0-9]+).*/# by rainsynth \1, sound revision \2/' && \
	  $(RELEASE)/rainsynth hash $$names && \
	  $(RELEASE)/rainsynth hash -r 48000 -b f32 -c 1 $$names && \
	  for layout in quad 5.1 7.1.4 foa 3oa binaural; do $(RELEASE)/rainsynth hash -c $$layout steady car forest; done; } > .build/SHA256SUMS
	mv .build/SHA256SUMS presets/SHA256SUMS

# The golden hashes of the tests, by the rows that failing tests print.
golden:
	$(SWIFT) test $(TESTING) --filter GoldenTests > .build/golden.log 2>&1; grep -q 'Test run with' .build/golden.log
	grep -oE '\("[^"]+", 0x[0-9A-F_]{19}\),' .build/golden.log | sort -u > .build/golden.rows; wc -l < .build/golden.rows
	sed -E 's/^(\("[^"]+",) .*/s|^    \1 .*|    &|/' .build/golden.rows > .build/golden.sed
	sed -f .build/golden.sed Tests/RainDSPTests/GoldenTests.swift > .build/golden.swift
	mv .build/golden.swift Tests/RainDSPTests/GoldenTests.swift

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	@! grep -rnE --include='*.swift' '$(PLACE_AS_NUMBER)' Sources Tests \
	  || { echo 'A place is where rain is heard; say index, offset, frame, position, fraction or slot.'; false; }
	@! grep -rnE --include='*.swift' '^ */// (What|That|Those|Which|Whose)\b' Sources \
	  || { echo 'A doc comment begins with a noun of the field: "The settings that ...".'; false; }
	@Tests/scripts/laws

# A place that is a number: by its type, in a subscript, from a range, with an operator.
PLACE_AS_NUMBER := \bplace( &?[-+*/%<>]=? |\.\.[.<])|\bplaces?: (\[?Int|Double|Range)|\w\[place\b|\bfor \(?place\b.* in .*(\.\.[.<]|\.indices|\.enumerated)|\b(let|var) \(?place\b[^=]* = (\(?-?[0-9]|Int\(|.*(firstIndex| [-+*/%&]+ ))

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

# One archive a library, then both in one, from what the modules of the build say of themselves. HOSTED_AT=rainsynth/docs
# makes them for that folder of a server.
docs: build
	rm -rf .build/documenting && mkdir -p .build/documenting/symbols
	for library in RainDSP RainPresets RainFiles; do \
	  $$(command -v xcrun) $(SWIFT)-symbolgraph-extract -module-name $$library -I $(RELEASE)/Modules -minimum-access-level public \
	    -target $$($(SWIFT)c -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -n 1) \
	    $$(xcrun --show-sdk-path 2> /dev/null | sed 's/^/-sdk /') -output-dir .build/documenting/symbols \
	    $$(printf -- '-Xcc -fmodule-map-file=%s ' $(RELEASE)/*.build/module.modulemap) || exit; \
	done
	cd .build/documenting && for library in RainDSP RainFiles; do \
	  mkdir $$library && cp symbols/$$library.symbols.json $$library && \
	  if [ $$library = RainFiles ]; then sed 's/"name":"RainPresets"/"name":"RainFiles"/' symbols/RainPresets.symbols.json \
	    > RainFiles/RainPresets.symbols.json; fi && \
	  $(DOCC) convert ../../Sources/$$library/$$library.docc --additional-symbol-graph-dir $$library \
	    $(HOSTED_AT:%=--hosting-base-path %) --warnings-as-errors --fallback-display-name $$library --fallback-bundle-identifier rainsynth.$$library \
	    --enable-experimental-external-link-support $$before --output-path $$library.doccarchive || exit; \
	  before="--dependency $$library.doccarchive"; \
	done
	rm -rf .build/docs
	$(DOCC) merge .build/documenting/RainDSP.doccarchive .build/documenting/RainFiles.doccarchive \
	  --synthesized-landing-page-name rainsynth --output-path .build/docs
	@echo 'open .build/docs/index.html through a web server'

bench: build
	$(BUILD) RainBench $(STATIC)
	Tests/scripts/bench $(RELEASE)/rainsynth $(BASELINE)
	$(RELEASE)/RainBench

portability: build
	Tests/scripts/portability/run $(RELEASE)/rainsynth

library:
	Tests/scripts/library

# A static executable loads no library that could count for us: so this takes the program of the tests, which is there
# after `make test`; to build the product alone would build it again.
# `swift test list` keeps the program that the tests have built; `swift build --build-tests` would build it again.
realtime:
	$(SWIFT) test list $(TESTING) > /dev/null
	Tests/scripts/realtime/run .build/testing/release/rainsynth

# `make -j2 interop` runs both at once.
interop: programs hosts

programs: build
	Tests/scripts/interop $(RELEASE)/rainsynth
	Tests/scripts/surround $(RELEASE)/rainsynth
	Tests/scripts/cuts $(RELEASE)/rainsynth
	Tests/scripts/live $(RELEASE)/rainsynth
	Tests/scripts/completions $(RELEASE)/rainsynth
	Tests/scripts/faults $(RELEASE)/rainsynth

hosts: build c plugin web
	Tests/scripts/c/run $(RELEASE)/rainsynth
	Tests/scripts/plugin/run $(RELEASE)/rainsynth
	Tests/scripts/web/run $(RELEASE)/rainsynth 15
	Tests/scripts/house $(RELEASE)/rainsynth

# FUZZ is in seconds. Then come random rains; the tests have 200.
FUZZ ?= 600
RAINS ?= 2000
fuzz:
	Tests/scripts/fuzz/run $(FUZZ)
	RAINS=$$(date +%s),$(RAINS) $(SWIFT) test $(TESTING) --filter RandomRainTests

# Optimised, or the tests take an hour. Leak checks are off: file names are kept on purpose for signal handlers,
# and the test runner leaks.
WATCHED = $(SWIFT) test -c release -Xswiftc -enable-testing
sanitize:
	ASAN_OPTIONS=detect_leaks=0 $(WATCHED) --sanitize=address --scratch-path .build/address
	$(WATCHED) --sanitize=thread --scratch-path .build/thread

# A program finds the library under this name, wherever it was when the program was linked.
RAIN_ABI = $(shell sed -n 's/^.define RAIN_ABI //p' Sources/RainC/rain.h)

# Embedded Swift: the libraries need none of Swift at run time, and show no symbol but those of rain.h.
c:
	rm -rf .build/c && mkdir -p .build/c
	SWIFT=$(SWIFT) Sources/RainC/engines .build/c/librain.o $$(grep -ohE '@c\(rain_\w+' Sources/RainC/*.swift | cut -d'(' -f2)
	cd .build/c && ar rcs librain.a librain.o \
	  && $(CC) -shared -Wl,--gc-sections -Wl,-s -Wl,-soname,librain.so.$(RAIN_ABI) librain.o -o librain.so.$(RAIN_ABI) -lm \
	  && ln -s librain.so.$(RAIN_ABI) librain.so && rm *.o
	cp Sources/RainC/rain.h .build/c
	@ls -l .build/c

# One file for both kinds of plug-in; it shows no symbol but their entries, and the bundle of LV2 has its description.
plugin:
	rm -rf .build/plugin && mkdir -p .build/plugin/rainsynth.lv2
	SWIFT=$(SWIFT) Sources/RainC/engines .build/plugin/plugin.o clap_entry lv2_descriptor rain_turtle -- RainPlugin
	cd .build/plugin && $(CC) $(CURDIR)/Sources/RainPlugin/turtle.c plugin.o -Wl,--gc-sections -lm -o turtle \
	  && (cd rainsynth.lv2 && ../turtle manifest.ttl rainsynth.ttl presets.ttl) \
	  && objcopy --keep-global-symbol=clap_entry --keep-global-symbol=lv2_descriptor plugin.o \
	  && $(CC) -shared -Wl,--gc-sections -Wl,-s plugin.o -o rainsynth.clap -lm \
	  && rm plugin.o turtle && cp rainsynth.clap rainsynth.lv2/rainsynth.so
	@ls -l .build/plugin/rainsynth.clap

# To the folders of the user, unless a PREFIX is given.
PLUGINS = $(if $(filter file,$(origin PREFIX)),$(DESTDIR)$(HOME)/.,$(DESTDIR)$(PREFIX)/lib/)
install-plugin: plugin
	install -d $(PLUGINS)clap $(PLUGINS)lv2/rainsynth.lv2
	install -m 755 .build/plugin/rainsynth.clap $(PLUGINS)clap
	install -m 644 .build/plugin/rainsynth.lv2/* $(PLUGINS)lv2/rainsynth.lv2

# One file, without a request to anywhere.
web:
	SWIFT=$(SWIFT) Sources/RainWeb/build .build/web

# The package for Node, Deno, Bun, workers and pages.
npm: web
	Sources/RainWeb/npm .build/web/rain.wasm .build/npm

# The files that users get, below a folder: the command, its man page and completions.
define LAY_OUT
	install -d $(1)/bin $(1)/share/man/man1 $(1)/share/bash-completion/completions \
	  $(1)/share/zsh/site-functions $(1)/share/fish/vendor_completions.d
	install -m 755 $(RELEASE)/rainsynth $(1)/bin/rainsynth
	$(RELEASE)/rainsynth man > $(1)/share/man/man1/rainsynth.1
	$(RELEASE)/rainsynth completions bash > $(1)/share/bash-completion/completions/rainsynth
	$(RELEASE)/rainsynth completions zsh > $(1)/share/zsh/site-functions/_rainsynth
	$(RELEASE)/rainsynth completions fish > $(1)/share/fish/vendor_completions.d/rainsynth.fish
endef

install: engines
	$(call LAY_OUT,$(DESTDIR)$(PREFIX))
	@echo "installed; this machine runs the engine $$($(RELEASE)/rainsynth --version --json | sed -E 's/.*"engine":"([^"]*)".*/\1/')"

# The command with two engines on x86-64: the second is the whole program once more, built for x86-64-v3 and linked to one
# object file whose symbols are its own, as Sources/RainC/engines says. What it does before `main` waits for the choice.
WIDE = $(RELEASE)-v3
engines: build
ifeq ($(shell uname -sm),Linux x86_64)
	$(SWIFT) build -c release --scratch-path $(WIDE) -Xswiftc -Xcc -Xswiftc -march=x86-64-v3 --product rainsynth $(STATIC)
	cd $(WIDE) && ld -r --force-group-allocation @release/rainsynth.product/Objects.LinkFileList -o v3.o \
	  && objcopy --rename-section .init_array=v3_init --rename-section .init_array.101=v3_init \
	    --redefine-sym rainsynth_main=v3_main v3.o && objcopy --keep-global-symbol=v3_main v3.o \
	  && $(CC) -O2 -c $(CURDIR)/Sources/RainC/engine.c -o choice.o
	$(BUILD) rainsynth $(STATIC) -Xlinker --wrap=rainsynth_main -Xlinker $(WIDE)/v3.o -Xlinker $(WIDE)/choice.o
endif

# As the packages of a release have it.
layout: engines
	rm -rf .build/layout
	$(call LAY_OUT,.build/layout)
	$(STRIP) .build/layout/bin/rainsynth

# The same build packs the same bytes: names in order, one time (the first that all archives can hold), one owner.
# GNU tar and bsdtar call the owner differently.
DIST = $(eval DIST := rainsynth-$$(shell $(RELEASE)/rainsynth --version | cut -d' ' -f2)-$$(shell uname -sm \
  | tr 'A-Z ' 'a-z-'))$(DIST)
dist: layout
	rm -rf .build/dist && mkdir .build/dist
	cp -R .build/layout .build/dist/$(DIST)
	cp README.md presets/SHA256SUMS $(wildcard LICENSE) .build/dist/$(DIST)
	chmod -R u=rwX,go=rX .build/dist/$(DIST)
	find .build/dist/$(DIST) -exec env TZ=UTC touch -t 198001010000 {} +
	cd .build/dist && case $$(tar --version) in \
	    *GNU*) owner='--owner=root:0 --group=root:0' ;; \
	    *) owner='--uid 0 --gid 0 --uname root --gname root' ;; \
	  esac && find $(DIST) | LC_ALL=C sort > names \
	  && tar --format ustar --no-recursion $$owner -cf $(DIST).tar -T names && gzip -9n $(DIST).tar \
	  && { sha256sum $(DIST).tar.gz 2> /dev/null || shasum -a 256 $(DIST).tar.gz; } > $(DIST).tar.gz.sha256
	rm -r .build/dist/$(DIST) .build/dist/names
	@echo .build/dist/$(DIST).tar.gz && cat .build/dist/$(DIST).tar.gz.sha256

# TAG=v1.2.0 checks that this is the version, and that the changelog has it.
# From nothing: a build that continues an earlier one puts the functions in another order.
release:
	rm -rf .build/anew
	$(MAKE) release-files FLAGS='--scratch-path .build/anew'

release-files: c web plugin dist
	.ci/package .build/release-files

# With BUILT=.build/release-files, which has to be of this commit, one clone is enough.
reproduced:
	Tests/scripts/release $(BUILT)

packages:
	Tests/scripts/packages .build/release-files

# Compares with the last tag, once there is one.
api:
	@tag=$$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2> /dev/null) \
	  || { echo 'left out: no release is tagged yet'; exit 0; } \
	  && $(SWIFT) package diagnose-api-breaking-changes "$$tag" --products RainDSP RainFiles RainGauges

clean:
	rm -rf rain.wav .build
