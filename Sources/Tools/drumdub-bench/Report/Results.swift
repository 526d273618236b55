import FoundationEssentials
import Glibc
import SystemBase

/// What a run has measured, as it is written and read (JSON).
struct Results: Codable {
  /// The day of the run, as in `2026-11-29`.
  var date: String
  /// The processor and the number of its cores, as in `AMD EPYC, 2 cores`.
  var processor: String
  /// The seconds that each part took.
  var seconds: [String: Double]
  var figures: [Figure]
  /// The measurements that were left out, and the reasons.
  var notes: [String]
  var failures: [String]

  /// Reads the results of a run with `--json`.
  static func read(_ path: String) throws -> Results {
    let bytes = try FileBytes.read(FilePath(path), limit: 1 << 24)
    guard let results = try? JSONDecoder().decode(Results.self, from: Data(bytes)) else {
      throw Failure("\(path): these are no results of drumdub-bench; write some with drumdub-bench --json")
    }
    return results
  }

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { preconditionFailure("a figure that is no number") }
    return String(decoding: data, as: UTF8.self)
  }
}

/// The machine and the day.
enum Machine {
  static var processor: String {
    let text = (try? FileBytes.read(FilePath("/proc/cpuinfo"), limit: 1 << 20)) ?? []
    let line = String(decoding: text, as: UTF8.self).split(separator: "\n").first {
      $0.hasPrefix("model name")
    }
    let name = line?.split(separator: ":").last?.drop { $0 == " " } ?? "unknown processor"
    let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    return "\(name), \(cores) \(cores == 1 ? "core" : "cores")"
  }

  /// The local day.
  static var date: String {
    var (now, parts) = (time(nil), tm())
    localtime_r(&now, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }
}
