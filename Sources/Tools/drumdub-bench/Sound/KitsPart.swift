import AudioBase
import AudioFiles
import Glibc
import MixEngine
import Percussion
import Synchronization
import SystemBase

/// Measures the loading of the program's kits, that of others against sndfile-convert, and the playing of a kit that does not
/// fit into its memory.
enum KitsPart {
  static func measure(_ report: Report) throws {
    let folder = FilePath("/usr/share/hydrogen/data/drumkits")
    let kits = FolderReader.names(in: folder).compactMap { try? KitReader.read(folder.appending($0)).kit }
    let loader = KitLoader(decoders: DecoderRegistry(), converters: SampleRateConverterMaker())
    if kits.isEmpty { report.note("hydrogen-drumkits is not installed") }
    let converter = "sndfile-convert"
    if !kits.isEmpty, let program = report.find(converter) {
      let files = kits.map { Array(Set($0.pads.flatMap { $0.layers.flatMap(\.samples) })) }
      try report.race(
        "\(kits.count) kits of hydrogen loaded, \(files.joined().count) samples", .seconds, rounds: 3,
        beside: Peer(name: converter) { try seconds { try decode(files, program) } }, .ratioAtMost(1)
      ) {
        seconds { for kit in kits { _ = PadProgram(pads: loader.load(kit, rate: .standard).program) } }
      }
    }
    try measureFirstBank(report, loader)
    try measureLargeKit(report)
  }

  /// Measures the time from the file of a kit, in the cache of the system, until the pads of its first bank can be struck.
  private static func measureFirstBank(_ report: Report, _ loader: KitLoader) throws {
    for name in ["DrumDub", "Electronic", "Studio"] {
      let folder = FilePath(try ProgramFinder.resource("Kits/\(name)"))
      try report.race(
        "first bank of the kit \(name) ready", .milliseconds, rounds: 15, unmeasured: 1, .atMost(50)
      ) {
        try seconds {
          let kit = try KitReader.read(folder).kit
          _ = PadProgram(pads: loader.load(kit, rate: .standard, whole: PadSet(1...PadBank.size)).program)
        }
      }
    }
  }

  /// Decodes the samples of kits, kit after kit, by one process for each processor at a time.
  private static func decode(_ kits: [[FilePath]], _ program: String) throws {
    let home = try ScratchFolder()
    let (folder, environment) = (home.path, home.environment)
    for files in kits {
      let next = Atomic<Int>(0)
      let threads = (0..<max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))).map { thread in
        WorkerThread(name: "convert") {
          while case let index = next.wrappingAdd(1, ordering: .relaxed).oldValue, index < files.count {
            // Some samples cannot be converted.
            let words = ["-float32", files[index].shown, "\(folder)/\(thread).wav"]
            _ = try? Child(program, words, environment: environment).waitForEnd()
          }
        }
      }
      for thread in threads { thread.join() }
    }
  }

  /// Strikes eight pads of a generated kit of 200 MB 50 times a second, with less memory than it needs.
  private static func measureLargeKit(_ report: Report) throws {
    let (home, keys) = (try ScratchFolder(), Array("asdfjkl;"))
    try home.makeFolder("config/drumdub")
    try home.write("kit-memory=128M\n", to: "config/drumdub/config")
    try home.makeFolder("kit")
    // 8.5 s of 16-bit stereo.
    var (random, length) = (SeededGenerator(seed: 32), 408_000)
    let noise = (0..<length).map { index in
      Frame(.random(in: 0...1, using: &random), .random(in: 0...1, using: &random))
        * (1 - Float(index) / Float(length))
    }
    let pads = try (1...keys.count).map { number in
      let names = (1...16).map { "\(number)-\($0).wav" }
      for name in names { try home.write(noise, to: "kit/\(name)", .wav16) }
      let samples = names.map { "\"\($0)\"" }.joined(separator: ",")
      return #"{"number":\#(number),"name":"noise","gain":-20,"layers":[{"samples":[\#(samples)]}]}"#
    }.joined(separator: ",")
    try home.write(
      #"{"format":"drumdub-kit","version":1,"name":"noise","pads":[\#(pads)]}"#, to: "kit/kit.json")
    let run = try TerminalRun(
      drumdub: [
        "--output", "null", "--held-key", "repeat", "--kit", home.file("kit"), home.makeFolder("music"),
      ], home: home, until: "noise")
    run.terminal.pass(2)
    for hit in 0..<1_000 {
      run.type(String(keys[hit % keys.count]))
      run.terminal.pass(0.02)
    }
    let memory = try run.child.memory()
    let counters = try run.quit()
    report.add(
      "memory (PSS) of a player with a kit of 200 MB and kit-memory=128M", memory, .number("MB"), .atMost(170)
    )
    report.add(
      "its underruns in \(counters.hits) hits", Double(counters.sampleUnderruns), .number("underruns"),
      .atMost(0))
  }
}
