# DrumDub: `make run` and `make test` do all the set-up there is.
#
#   make run [ARGS="list.m3u8"]   installs what is missing, builds for release, starts the player
#   make test                     installs what is missing, checks the style and the imports, runs every test
#   make quick [FILTER=KeyMap]    builds and runs the unit tests whose names match, or all of them
#   make bench                    the measurements
#   make soak [MINUTES=60]        an hour of drumming with every core busy
#   make fuzz [SECONDS=60]        random input for everything that reads, with libFuzzer
#   make sanitize                 the tests under AddressSanitizer and ThreadSanitizer
#   make fuzz-keys [MINUTES=2] [SEED=1]   random keys, text, mouse and sizes for the whole program
#   make resources                makes the kits, the demo, the pictures and the manual under Resources/ again
#   make manual                   makes the manual and the completions alone
#   make order                    adds the functions of a start to the list for the linker
#   make screenshots              pictures of the real screen, for the README
#   make install [PREFIX=/usr/local]
#   make uninstall [PREFIX=/usr/local]
#   make deb                      a Debian package, checked by lintian
#   make check-deb                installs that package in a fresh Debian 12 and runs it

# Without Swift in the PATH, the places where the toolchain is usually unpacked.
export PATH := $(PATH):/opt/swift/usr/bin:/usr/share/swift/usr/bin:$(HOME)/.local/share/swiftly/bin

BUILD_PACKAGES := libncursesw5-dev libasound2-dev libpulse-dev libsndfile1-dev libvorbis-dev libmpg123-dev libsoxr-dev \
  libtag1-dev librubberband-dev zlib1g-dev libavformat-dev libavcodec-dev libavutil-dev libuchardet-dev libfribidi-dev \
  libexpat1-dev libarchive-dev libpcre2-dev libsqlite3-dev libebur128-dev libchafa0 libgdk-pixbuf-2.0-0 \
  libchromaprint1 libfftw3-single3 liblilv-dev lv2-dev
# They start services, so that only CI installs them; the tests that need them are skipped elsewhere.
SERVICE_PACKAGES := $(if $(CI),snapserver snapclient pipewire pipewire-pulse wireplumber)
TEST_PACKAGES := binutils openssl libpng-dev sox flac lame vorbis-tools opus-tools ffmpeg tmux pulseaudio \
  libasound2-plugins jackd2 hydrogen-drumkits hydrogen-data python3-mido dbus playerctl mpv mpv-mpris \
  python3-dbus python3-gi espeak-ng mpc python3-mpd swh-lv2 lsp-plugins-lv2 calf-plugins libfluidsynth3 timgm6mb-soundfont \
  $(SERVICE_PACKAGES)
BENCH_PACKAGES := cmus mpv pulseaudio libasound2-plugins flac mpg123 vorbis-tools ffmpeg sox sndfile-programs \
  hydrogen-drumkits hydrogen-data lsp-plugins-lv2 calf-plugins

PICTURE_PACKAGES := tmux ncurses-term librsvg2-bin fonts-dejavu-core flac

SUDO := $(if $(filter 0,$(shell id -u)),,sudo)
# No debugger reads these builds: debug information would take a tenth of the time to compile, and more to link.
WITHOUT_DEBUG := -debug-info-format none
RELEASE := -c release --static-swift-stdlib $(WITHOUT_DEBUG)
# The build of `make quick`: compiles few files again after a change.
TESTABLE := --build-tests $(WITHOUT_DEBUG)
# The build of `make test`: what computes sound is optimised, so that one build serves the unit tests, the end-to-end tests
# and the checks of the machine code (DRUMDUB_TESTS: see Package.swift). Its folder is its own, since other flags would
# compile everything again.
TEST_FOLDER := .build/tests
OPTIMISED := -c release --scratch-path $(TEST_FOLDER) $(WITHOUT_DEBUG) -Xswiftc -enable-testing
# What compiles the tools, too: bench, generators and their tests (see Package.swift).
TOOLS := DRUMDUB_TOOLS=1
CHANGED_TOOLS = $(if $(shell .ci/tools changed),$(TOOLS))
PREFIX ?= /usr/local

# Asks apt only where something is lacking.
define install
	@missing=$$(for p in $(1); do \
	  dpkg-query -W -f='$${db:Status-Status}' $$p 2>/dev/null | grep -qx installed || echo $$p; done); \
	if [ -n "$$missing" ]; then echo "installing:" $$missing; \
	  $(SUDO) apt-get update -q && \
	  DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -y -q --no-install-recommends $$missing; fi
	@command -v swift >/dev/null || { echo "Swift 6.3 is needed: see https://www.swift.org/install" >&2; exit 1; }
endef

.PHONY: run build test build-tests build-engine quick check check-render bench soak fuzz fuzz-keys sanitize resources manual order screenshots install install-files uninstall deb check-deb clean

run: build
	@.build/release/drumdub $(ARGS)

build:
	$(call install,$(BUILD_PACKAGES))
	@[ -x .build/release/drumdub ] || echo "building drumdub; the first time, this takes some minutes"
	@.ci/build $(RELEASE) --product drumdub

check:
	$(call install,$(BUILD_PACKAGES) $(TEST_PACKAGES))
	swift format lint --strict --parallel --recursive Package.swift Sources Tests
	@.ci/imports

# What the audio thread calls, read from the machine code of the program as it ships.
check-render: build
	@.ci/render-path

# The end-to-end tests come after the others, since they keep time, and run whatever failed before.
test: check
	@$(MAKE) --no-print-directory --jobs=2 build-tests build-engine
	@.ci/render-path $(TEST_FOLDER)/release
	@DRUMDUB_ALLOCATION_PROBE=$(CURDIR)/$(TEST_FOLDER)/release/allocation-probe \
	  DRUMDUB_PROGRAM=$(CURDIR)/$(TEST_FOLDER)/release/drumdub .ci/tests $(TEST_FOLDER)/release all
	@.ci/tools record

# A target is compiled when those before it in the queue are, which it joins when what it imports has been compiled. In one
# build, tests of the lower targets would delay the upper ones, whose tests would be compiled last, alone on one core.
build-tests:
	@DRUMDUB_TESTS=1 $(CHANGED_TOOLS) .ci/build $(OPTIMISED)
	@DRUMDUB_TESTS=1 $(CHANGED_TOOLS) .ci/build $(OPTIMISED) --build-tests

# What runs on the audio thread is compiled once more as `make run` compiles it: that a function neither locks nor allocates
# depends on what the optimiser sees, which is more in the build of the tests. One module after the other is compiled, so
# that it fills the gaps of a build beside it.
build-engine:
	@nice swift build -q $(RELEASE) --target Instruments

# What changes are tried with: a debug build, and the unit tests that are named.
FILTER ?= .
quick:
	@.ci/build $(TESTABLE)
	@.ci/tests .build/debug unit '$(FILTER)'

bench:
	$(call install,$(BUILD_PACKAGES) $(BENCH_PACKAGES))
	@.ci/build $(RELEASE) --product drumdub
	@$(TOOLS) .ci/build $(RELEASE) --product drumdub-bench
	@.build/release/drumdub-bench $(ARGS)

# An hour of use with every core busy: see drumdub-bench --help.
MINUTES ?= 60
soak:
	$(call install,$(BUILD_PACKAGES))
	@.ci/build $(RELEASE) --product drumdub
	@$(TOOLS) .ci/build $(RELEASE) --product drumdub-bench
	@.build/release/drumdub-bench --minutes $(MINUTES) soak

# Each parser, the decoders and the renderer for so many seconds; TARGETS="keys kit" chooses some.
SECONDS ?= 60
fuzz:
	$(call install,$(BUILD_PACKAGES) $(TEST_PACKAGES))
	@.ci/fuzz $(SECONDS) $(TARGETS)

# The end-to-end tests on an optimised program under AddressSanitizer, the unit tests under ThreadSanitizer.
sanitize:
	$(call install,$(BUILD_PACKAGES) $(TEST_PACKAGES))
	@.ci/sanitize address
	@.ci/sanitize thread

# The real program for minutes under random keys, sizes and commands of the remote control, with changed takes, packs and
# plug-ins, under floods of messages, and its start within limits of the system. A failure tells the seed and the last input.
SEED ?= 1
fuzz-keys: MINUTES := $(if $(filter command line environment,$(origin MINUTES)),$(MINUTES),2)
fuzz-keys: build
	$(call install,$(BUILD_PACKAGES) $(TEST_PACKAGES))
	@.ci/build $(TESTABLE)
	DRUMDUB_PROGRAM=$(CURDIR)/.build/release/drumdub DRUMDUB_FUZZ_SEED=$(SEED) \
	  DRUMDUB_FUZZ_SECONDS=$$(($(MINUTES) * 60)) swift test --skip-build --filter 'EndToEndTests.(Random|Limit)'

resources: build
	$(call install,$(BUILD_PACKAGES) $(TEST_PACKAGES))
	@$(TOOLS) .ci/build $(RELEASE) --product drumdub-resources
	.build/release/drumdub-resources Resources
	$(call write-manual,.build/release/drumdub)

# From a debug build, which is there after `make quick`.
manual:
	@.ci/build $(TESTABLE)
	$(call write-manual,.build/debug/drumdub)

define write-manual
	$(1) --write-manual Resources/man
	$(1) --write-completions Resources/Completions
endef

# After large changes: functions that are new or have other names lie among those that no start needs.
order: build
	$(call install,valgrind)
	@.ci/order .build/release/drumdub Sources/Program/drumdub/functions.order

screenshots: build
	$(call install,$(PICTURE_PACKAGES))
	@$(TOOLS) .ci/build $(RELEASE) --product drumdub-screenshot
	.ci/screenshots .build/release/drumdub .build/release/drumdub-screenshot Resources/Screenshots

install: build install-files

# Under PREFIX/share: what shells, desktops and man(1) look for, each a file of Resources and its place.
PROGRAM := .build/release/drumdub
SHARE = $(DESTDIR)$(PREFIX)/share
SHARED := man/drumdub.1:man/man1/drumdub.1 man/drumdub.5:man/man5/drumdub.5 \
  Completions/drumdub:bash-completion/completions/drumdub Completions/_drumdub:zsh/site-functions/_drumdub \
  Completions/drumdub.fish:fish/vendor_completions.d/drumdub.fish \
  Desktop/drumdub.desktop:applications/drumdub.desktop \
  Desktop/org.drumdub.DrumDub.metainfo.xml:metainfo/org.drumdub.DrumDub.metainfo.xml \
  Desktop/drumdub.svg:icons/hicolor/scalable/apps/drumdub.svg

# The program without symbols, its resources, and the files above.
install-files:
	install -D -s $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/drumdub
	mkdir -p $(SHARE)/drumdub
	cp -R Resources/Artwork Resources/Demo Resources/Kits Resources/MIDI Resources/Mixers Resources/Themes $(SHARE)/drumdub/
	@for file in $(SHARED); do install -D -m 644 Resources/$${file%%:*} $(SHARE)/$${file#*:} || exit 1; done

# The files of the user, such as takes and the configuration, stay.
uninstall:
	rm -rf $(SHARE)/drumdub
	rm -f $(DESTDIR)$(PREFIX)/bin/drumdub $(foreach file,$(SHARED),$(SHARE)/$(lastword $(subst :, ,$(file))))

# A Debian package in .build, checked by lintian.
deb: build
	$(call install,dpkg-dev lintian)
	@package=$$(.ci/deb $(CURDIR)/$(PROGRAM) $(CURDIR)/.build) && echo $$package && lintian --fail-on error $$package

# The package in a fresh Debian 12.
check-deb: deb
	$(call install,debootstrap)
	@.ci/check-deb "$$(ls -t .build/drumdub_*.deb | head -n 1)"

clean:
	rm -rf .build
