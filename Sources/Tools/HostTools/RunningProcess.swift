import Glibc
import SystemBase

/// A process as proc(5) describes it.
package struct RunningProcess: Hashable, Sendable {
  package let id: pid_t

  package init(_ id: pid_t) { self.id = id }

  /// `R` runs, `S` sleeps, `T` is stopped, `Z` has ended and is not waited for yet; nil where there is none.
  package var state: Character? {
    // The program's name stands before it, in brackets, and may have brackets itself.
    let text = text(of: "stat")
    return text.lastIndex(of: ")").flatMap { text[$0...].dropFirst(2).first }
  }

  package var threads: [pid_t] { RunningProcess.numbers(in: "/proc/\(id)/task") }

  package var descriptors: Int { RunningProcess.numbers(in: "/proc/\(id)/fd").count }

  /// The number of voluntary context switches of all threads, each of which ends with a wake-up.
  package var wakes: Int { threads.reduce(0) { $0 + wakes(in: "task/\($1)/status") } }

  /// The same of the main thread alone.
  package var mainWakes: Int { wakes(in: "status") }

  /// The processor time of the main thread so far, user and system, in seconds; nil if the kernel does not state it. Source:
  /// the kernel's documentation of scheduler statistics, /proc/PID/schedstat.
  package var mainSeconds: Double? {
    text(of: "schedstat").split(separator: " ").first.flatMap { Double($0) }.map { $0 / 1e9 }
  }

  /// The memory in megabytes, with a share of what other processes use too (PSS); nil if the kernel refuses it.
  package var memory: Double? { memory(["Pss:"]) }

  /// The memory in megabytes that no other process has mapped, not even another player; nil if the kernel refuses it.
  package var privateMemory: Double? { memory(["Private_Clean:", "Private_Dirty:"]) }

  /// The memory in megabytes without that of files, which other processes that come and go share; nil if the kernel refuses it.
  package var anonymousMemory: Double? { memory(["Anonymous:"]) }

  private func memory(_ names: [String]) -> Double? {
    let lines = text(of: "smaps_rollup").split(separator: "\n").map { $0.split(separator: " ") }
    let kilobytes = names.compactMap { name in
      lines.first { $0.first.map(String.init) == name }?.dropFirst().first.flatMap { Double($0) }
    }
    return kilobytes.count == names.count ? kilobytes.reduce(0, +) * 1024 / 1e6 : nil
  }

  package static func holding(_ path: FilePath) -> [RunningProcess] {
    numbers(in: "/proc").filter { process in
      numbers(in: "/proc/\(process)/fd").contains { target(of: "/proc/\(process)/fd/\($0)") == path }
    }.map { RunningProcess($0) }
  }

  private func wakes(in name: String) -> Int {
    let line = text(of: name).split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
    return line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
  }

  private func text(of name: String) -> String {
    let bytes = try? FileBytes.read(FilePath("/proc/\(id)/\(name)"), limit: 1 << 16)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }

  /// Returns the names in a folder that are numbers; none if the folder does not exist.
  private static func numbers(in path: String) -> [pid_t] {
    FolderReader.names(in: FilePath(path)).compactMap { pid_t($0.shown) }
  }

  private static func target(of link: String) -> FilePath {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    return FilePath(bytes: bytes.prefix(max(count, 0)).map { UInt8(bitPattern: $0) })
  }
}
