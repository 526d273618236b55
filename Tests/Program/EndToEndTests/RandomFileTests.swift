import Glibc
import SystemBase
import TestSupport
import Testing

/// Takes, packs, kits and plug-ins of strangers, changed at random: they are imported, or refused with a reason, soon.
///
/// `make fuzz-keys` runs it for minutes, with any seed.
@Suite(.together) struct RandomFileTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Performs rounds with random numbers until the time is over; a few where no time is set.
  private func repeated(_ round: (inout RandomDamage) throws -> Void) throws {
    let (seed, seconds, start) = (RandomInput.seed, RandomInput.seconds, HostTime.now)
    var (damage, count) = (RandomDamage(seed: seed), 0)
    while seconds.map({ HostTime.now.seconds(since: start) < Double($0) / 3 }) ?? (count < 8) {
      count += 1
      try round(&damage)
    }
    if seconds != nil { print("\(count) rounds, seed \(seed)") }
  }

  /// Runs the program, which must end by itself within half a minute. A failure shows the input.
  private func run(_ words: [String], _ input: [UInt8]) throws {
    let script = "cd \"$0\"; exec timeout -k 1 30 \"$@\""
    let finished = try Tool.capture(
      "/bin/sh", ["-c", script, sandbox.path.shown, Sandbox.program] + words,
      environment: sandbox.environment(["LV2_PATH=\(sandbox.file("lv2").shown)"]))
    #expect(
      finished.status == 0 || finished.status == 1 && !finished.errorLines.isEmpty,
      "\(words) \(finished.status) \(finished.errorLines), seed \(RandomInput.seed): \(text(input))")
  }

  private func text(_ input: [UInt8]) -> String { String(decoding: input.prefix(2_000), as: UTF8.self) }

  /// Nothing of an import stays but what it says.
  private func expectNoLeftovers(_ input: [UInt8]) throws {
    let folder = sandbox.file("data/drumdub/takes")
    let names = try folder.exists ? FolderReader(folder).names() : []
    #expect(!names.contains { $0.shown.hasPrefix(".import-") }, "\(names) \(text(input))")
    #expect(!sandbox.file("outside").exists && !sandbox.file("data/outside").exists, "\(text(input))")
  }

  @Test func changedTakesAreImportedOrRefused() throws {
    try repeated { damage in
      let take = damage.changed(RandomDamage.take)
      try sandbox.write(take, to: "t.dub")
      try run(["takes", "import", "t.dub"], take)
      try run(["takes", "--json"], take)
      try expectNoLeftovers(take)
      // Imported ones would be compared with each new one.
      FileBytes.removeFolder(sandbox.file("data/drumdub/takes"))
    }
  }

  @Test func changedPacksAndKitsAreImportedOrRefused() throws {
    try repeated { damage in
      FileBytes.removeFolder(sandbox.file("pack"))
      let (take, kit) = (damage.changed(RandomDamage.take), damage.changed(RandomDamage.kit))
      try sandbox.write(take, to: "pack/take.dub")
      try sandbox.write(kit, to: "pack/kit/kit.json")
      try sandbox.write("RIFF".utf8, to: "pack/kit/a.wav")
      switch damage.pick([0, 1, 2, 2]) {
      case 0: _ = sandbox.file("pack/kit/pipe").withCString { mkfifo($0, 0o600) }
      case 1: _ = sandbox.file("pack/kit/link.wav").withCString { symlink("/etc/passwd", $0) }
      default: break
      }
      let name = damage.pick(["s|^take|../../outside|", "s|^kit/a|/outside|", "s|x|x|", "s|x|x|"])
      let folder = sandbox.file("pack").shown
      try Tool.run(
        "tar", ["-C", folder, "-czPf", sandbox.file("t.pack").shown, "--transform", name, "take.dub", "kit"])
      var pack = try FileBytes.read(sandbox.file("t.pack"), limit: 1 << 20)
      if damage.pick([true, false, false]) {
        pack = damage.damaged(pack)
        try sandbox.write(pack, to: "t.pack")
      }
      try run(["takes", "import", "t.pack"], take + kit)
      try run(["kits", "check", "pack/kit"], kit)
      try expectNoLeftovers(take + kit)
      FileBytes.removeFolder(sandbox.file("data/drumdub/takes"))
    }
  }

  /// The program lists plug-ins in worker processes.
  @Test(.enabled(if: Tool.isCI || PluginBundle.installed.exists, "swh-lv2 is not installed"))
  func changedPluginsAreListedOrNamed() throws {
    try Tool.run("mkdir", ["-p", sandbox.file("lv2").shown])
    try Tool.run("cp", ["-R", PluginBundle.installed.shown, sandbox.file("lv2").shown])
    let names = ["manifest.ttl", "plugin.ttl"].filter { PluginBundle.installed.appending($0).exists }
    try repeated { damage in
      let name = damage.pick(names)
      let bytes = try FileBytes.read(PluginBundle.installed.appending(name), limit: 1 << 20)
      let changed = damage.damaged(bytes)
      let file = "lv2/\(PluginBundle.name)/\(name)"
      try sandbox.write(changed, to: file)
      try run(["mixer", "--json"], changed)
      try sandbox.write(bytes, to: file)
    }
  }
}

private enum PluginBundle {
  static let name = "amp-swh.lv2"
  static let installed = FilePath("/usr/lib/lv2").appending(name)
}

/// Changes of files at random, the same for the same seed.
private struct RandomDamage {
  /// Every member that counts, places or names something.
  static let take = """
    {"format":"drumdub-take","version":1,"id":"a","name":"n","tempo":{"bpm":120,"beats":[5,48005,96005]},\
    "layers":[{"id":1,"name":"l","gain":-3,"frames":[5,9000],"pads":[1,2],"velocities":[100,1],"lengths":[0,9],\
    "samples":[0,1],"patterns":[{"start":0,"end":96000,"lead":3,"copies":[96000,192000,288000],"until":200000}]},\
    {"id":2,"name":"m","gain":0,"frames":[],"pads":[],"velocities":[],"lengths":[],"samples":[],\
    "audio":{"file":"FILE","start":0,"frames":48000,"sampleRate":48000,"channels":2}}],\
    "history":{"layers":[],"undo":[{"edit":"insert","layer":1,"at":0}],"redo":[]}}
    """
  static let kit = """
    {"format":"drumdub-kit","version":1,"name":"DrumDub","pads":[{"number":1,"name":"a","gain":-3,"pan":1,"tune":2,\
    "choke":{"group":1,"fade":0.1},"mode":"gate","envelope":{"release":0.2},"layers":[{"velocity":[1,64],\
    "samples":["a.wav","FILE"]}]}]}
    """
  /// Names of files, which stand for `FILE`.
  private static let files = [
    "a.wav", "a.wav", "b.flac", "../outside", "../../outside", "/etc/passwd", "link.wav", "pipe", "", ".",
  ]
  private static let numbers = [
    "0", "-1", "1", "127", "65536", "4503599627370496", "-4503599627370496", "9007199254740993", "1e308",
    "-1e308", "1e-308", "0.5", "null", "\"x\"", "[]",
  ]

  private var numbers: SeededGenerator

  init(seed: UInt64) { numbers = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 | 1) }

  mutating func pick<Value>(_ list: [Value]) -> Value {
    list[Int.random(in: 0..<list.count, using: &numbers)]
  }

  /// A text with names of files and up to three other numbers; one of four is damaged, too.
  mutating func changed(_ text: String) -> [UInt8] {
    var text = text.replacing("FILE", with: pick(RandomDamage.files))
    for _ in 0..<Int.random(in: 0...3, using: &numbers) {
      let places = text.ranges(of: /-?[0-9]+(\.[0-9]+)?/)
      text.replaceSubrange(pick(places), with: pick(RandomDamage.numbers))
    }
    let bytes = Array(text.utf8)
    return pick([false, false, false, true]) ? damaged(bytes) : bytes
  }

  /// Bytes of which some are changed, removed or repeated.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &numbers) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &numbers)
      let end = min(place + Int.random(in: 1...40, using: &numbers), bytes.count)
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
      default: bytes.removeSubrange(place...)
      }
    }
    return bytes
  }
}
