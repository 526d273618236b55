import AudioBase
import Glibc

extension Child {
  /// The processor time that all its threads have used so far, user's and system's.
  func processorSeconds() throws(Failure) -> Double {
    var clock = clockid_t()
    let result = clock_getcpuclockid(pid, &clock)
    guard result == 0 else { throw Failure("clock_getcpuclockid: \(String(cString: strerror(result)))") }
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { throw Failure("clock_gettime: \(SystemError.text)") }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Its memory in megabytes, what it shares with others counted in parts (PSS: proc(5), smaps).
  func memory() throws(Failure) -> Double {
    let path = FilePath("/proc/\(pid)/smaps_rollup")
    let text: String
    do throws(AudioError) {
      text = String(decoding: try FileBytes.read(path, limit: 1 << 16), as: UTF8.self)
    } catch {
      throw Failure(error)
    }
    let line = text.split(separator: "\n").first { $0.hasPrefix("Pss:") }
    guard let word = line?.split(separator: " ").dropFirst().first, let kilobytes = Double(word) else {
      throw Failure("\(path.shown) has no Pss")
    }
    return kilobytes * 1024 / 1e6
  }
}
