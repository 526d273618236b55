import Glibc
import HostTools

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
    guard let memory = RunningProcess(pid).memory else { throw Failure("the kernel tells no Pss of \(pid)") }
    return memory
  }
}
