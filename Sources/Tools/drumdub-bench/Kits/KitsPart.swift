import AudioBase
import AudioFiles
import Glibc
import HostTools
import MixEngine
import Percussion
import Synchronization
import SystemBase

/// Measures the loading of kits against sndfile-convert, and the playing of a kit that does not fit into its memory.
struct KitsPart {
  private static let rounds = 3
  private static let folder = FilePath("/usr/share/hydrogen/data/drumkits")
  private static let converter = "sndfile-convert"

  func measure() throws(Failure) -> PartResult {
    try loading() + KitPlay().measure()
  }

  // MARK: Loading

  private func loading() throws(Failure) -> PartResult {
    guard let program = ProgramFinder.find(KitsPart.converter) else {
      return PartResult(notes: ["kits: \(KitsPart.converter) is not installed"])
    }
    let (kits, notes) = installedKits()
    if kits.isEmpty { return PartResult(notes: ["kits: hydrogen-drumkits is not installed"]) }
    var ours: [Double] = []
    var theirs: [Double] = []
    let files = kits.reduce(0) { $0 + Self.files(of: $1).count }
    for _ in 0..<KitsPart.rounds {
      ours.append(Self.seconds { for kit in kits { Self.load(kit) } })
      theirs.append(try decode(kits, program))
    }
    let figure = Figure(
      part: .kits, what: "\(kits.count) kits of hydrogen loaded, \(files) samples", unit: "s",
      value: ours.median, peer: KitsPart.converter, peerValue: theirs.median,
      ratio: zip(ours, theirs).map { $0 / $1 }.median, goal: .ratioAtMost(1))
    return PartResult(figures: [figure], notes: notes)
  }

  /// Returns the kits that are read, and a note for each that is not.
  private func installedKits() -> (kits: [Kit], notes: [String]) {
    let names = (try? FolderReader(KitsPart.folder).names()) ?? []
    var kits: [Kit] = []
    var notes: [String] = []
    for name in names.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
      do throws(FileError) {
        kits.append(try KitReader.read(KitsPart.folder.appending(name)).kit)
      } catch {
        notes.append("kits: \(error.subject): \(error.detail ?? "\(error.code)")")
      }
    }
    return (kits, notes)
  }

  private static func load(_ kit: Kit) {
    let loader = KitLoader(decoders: DecoderRegistry(), converters: SampleRateConverterMaker())
    _ = PadProgram(pads: loader.load(kit, rate: .standard).program)
  }

  private static func files(of kit: Kit) -> Set<FilePath> {
    Set(kit.pads.flatMap { $0.layers.flatMap(\.samples) })
  }

  /// Decodes the samples of kits, kit after kit, by one process for each processor at a time.
  private func decode(_ kits: [Kit], _ program: String) throws(Failure) -> Double {
    let home = try ScratchFolder()
    let (folder, environment) = (home.path, home.environment)
    let failures = Mutex<[Failure]>([])
    let seconds = Self.seconds {
      for kit in kits {
        let files = Array(Self.files(of: kit))
        let next = Atomic<Int>(0)
        inThreads { thread in
          while true {
            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
            if index >= files.count { return }
            let words = ["-float32", files[index].shown, "\(folder)/\(thread).wav"]
            do throws(Failure) {
              _ = try Child(program, words, environment: environment).waitForEnd()
            } catch {
              failures.withLock { $0.append(error) }
            }
          }
        }
      }
    }
    if let failure = failures.withLock({ $0.first }) { throw failure }
    return withExtendedLifetime(home) { seconds }
  }

  /// Runs a closure on a thread for each processor, and waits for them.
  private func inThreads(_ body: @escaping @Sendable (Int) -> Void) {
    let count = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let threads = (0..<count).map { index in WorkerThread(name: "convert") { body(index) } }
    for thread in threads { thread.join() }
  }

  private static func seconds(_ body: () -> Void) -> Double {
    let start = HostTime.now
    body()
    return HostTime.now.seconds(since: start)
  }
}
