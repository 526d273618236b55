import SystemBase

struct BenchmarkArguments {
  static let help = """
    drumdub-bench [--quick | --all] [--json] [--minutes N] [PART]...
    drumdub-bench [--json] --kits FOLDER --songs FOLDER [--fit FILE] song
    drumdub-bench --table FILE

    Measures drumdub beside its peers: both sides in one run, in turns, medians of several rounds. What holds on
    another machine are the ratios.

    Parts (where none is named: those of what the program costs, which are mix, mixer, start, decode, playing,
    library, screen, takes, timeline and export):
      mix       the mixing of 128 voices, against the same loop in C
      mixer     each effect and instrument of the mixer
      lanes     a mixer that 100 lanes with 100,000 points move, against the same one without them; a
                recorded point; the lanes in the timeline
      start     from the start to the first full screen, against cmus; with a library of 100,000 tracks
      latency   from a key to its sound, idle and with every core busy: in a pipe at both timings, and through
                PulseAudio by its own protocol, against ALSA
      clock     when a hit is said to be heard, against when it comes out of a pipe and of PulseAudio
      decode    ten minutes of FLAC, MP3 and Ogg Vorbis, against flac, mpg123 and oggdec
      playing   processor time and memory while a FLAC plays, against mpv and cmus
      library   10,000 files into the index, against cmus; scans that find nothing new; the index with 100,000 and
                1,000,000 tracks of its own making
      screen    frames, bytes, keys and wake-ups of the screen at 120 × 36
      turns     for how long the main loop handles events at most, while a disk, a server or its terminal hangs
      takes     how fast a long take opens, is found and grows
      timeline  edits, scales and drawing of a take of 100,000 hits; waveforms, against decoding
      export    four minutes with 1,000 hits to WAV, against sox; the memory of three hours
      input     clicks through the monitor of a sound server, as a layer of a take; what recordings cost
      hands     from a MIDI note to its sound, against a key
      devices   how soon the music is heard again after devices and the sound server have come and gone
      kits      the first bank of the program's kits ready; the kits of hydrogen-drumkits loaded, against
                sndfile-convert; a kit of 200 MB played with 128 MB
      parsers   bytes a second of each parser at 10 and 100 times a size, against the size itself
      song      the hits of the drums of songs, found in mixtures whose hits are known: of the program's kits and its
                demo, or of half of the kits and songs of folders
      soak      an hour of drumming, seeking and skipping with every core busy, and of mixed use of another player by
                keys and clients: nothing may drop out or grow

      --quick     some of these parts in about a minute: fewer rounds, shorter observations, no large library
      --all       all parts but soak
      --minutes N how long the soak lasts (60)
      --kits FOLDER, --songs FOLDER
                  kits, and music without drums, WAV or FLAC; what a MIDI file of the same name has on its percussion
                  channel is played by the kits and mixed to the music
      --fit FILE  fit the rules by which drums are told apart to the other half of the kits and songs, and measure them;
                  write those that are fitted to all, as Sound/AudioAnalysis/Hits/HitRules+Standard.swift
      --json      one JSON object: {date,processor,seconds:{PART:SECONDS},
                  figures:[{part,what,unit,value,peer,peerValue,ratio,goal,met}],notes,failures}
      --table FILE the table of Measurements.md, from such an object
      --help, -h  this help

    The program measured is the drumdub beside this one. A peer that is not installed is left out.
    Exit codes: 0 measured, be the goals met or not, 1 a part could not be measured or the
    soak missed a goal, 2 usage error.
    """

  private(set) var parts: [Part] = []
  private(set) var minutes = 60
  private(set) var song = SongPart()
  private(set) var wantsJSON = false
  private(set) var isQuick = false
  /// The results that are printed as a table; nil: something is measured.
  private(set) var table: String?
  private(set) var wantsHelp = false

  init(_ words: [String]) throws {
    var (rest, usual) = (words[...], Part.cost)
    while let word = rest.popFirst() {
      switch word {
      case "--minutes":
        guard let minutes = rest.popFirst().flatMap({ Int($0) }), (1...10_000).contains(minutes) else {
          throw Failure("--minutes is followed by a number; try --help")
        }
        self.minutes = minutes
      case "--table":
        guard let path = rest.popFirst() else {
          throw Failure("--table is followed by a file that --json has written; try --help")
        }
        table = path
      case "--quick": (isQuick, usual) = (true, Part.quick)
      case "--all": usual = Part.all
      case "--kits": song.kits = try BenchmarkArguments.file(after: word, &rest)
      case "--songs": song.songs = try BenchmarkArguments.file(after: word, &rest)
      case "--fit": song.fit = try BenchmarkArguments.file(after: word, &rest)
      case "--json": wantsJSON = true
      case "--help", "-h": wantsHelp = true
      default:
        guard let part = Part(rawValue: word) else {
          throw Failure("there is no part or option \(word); try --help")
        }
        parts.append(part)
      }
    }
    if parts.isEmpty { parts = usual }
    if (song.kits == nil) != (song.songs == nil) || song.fit != nil && song.kits == nil {
      throw Failure("--kits, --songs and --fit belong together; try --help")
    }
  }

  private static func file(after option: String, _ rest: inout ArraySlice<String>) throws -> FilePath {
    guard let name = rest.popFirst() else { throw Failure("\(option) is followed by a name; try --help") }
    return FilePath(name)
  }
}
