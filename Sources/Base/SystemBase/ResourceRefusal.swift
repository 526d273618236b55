import Glibc
import Synchronization

/// A refusal of the system to give the program a resource: a condition, not a bug.
package struct ResourceRefusal: Error, Hashable, Sendable {
  package enum Resource: Hashable, Sendable {
    /// A number of descriptors (RLIMIT_NOFILE of getrlimit(2), or the table of the whole system).
    case descriptors(Int)
    /// A thread (RLIMIT_NPROC, or memory for its stack).
    case thread
    /// A number of bytes of addresses (RLIMIT_AS).
    case memory(Int)
  }

  package let resource: Resource
  /// The system call, and its error.
  package let call: String
  package let number: Int32

  package init(_ resource: Resource, call: String, errno number: Int32) {
    (self.resource, self.call, self.number) = (resource, call, number)
  }

  // MARK: Handling

  /// Receives a refusal on the thread that it concerns.
  package typealias Handler = @Sendable (ResourceRefusal) -> Void

  private static let handler = Mutex<Handler>({ refusal in
    let line = Array("\(refusal.call): \(String(cString: strerror(refusal.number)))\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    _exit(1)
  })

  /// Chooses what happens when a thread or the descriptor of a signal is refused. Without a handler, the process ends with
  /// a line on standard error.
  ///
  /// - Parameter handle: if it returns, a refused thread starts later, and a signal without a descriptor counts as set.
  package static func handle(by handle: @escaping Handler) {
    WakeSignal.prepareForRefusal()
    handler.withLock { $0 = handle }
  }

  package func report() { ResourceRefusal.handler.withLock { $0 }(self) }
}

/// The limits of the system on this process (getrlimit(2)).
package enum ProcessLimits {
  /// The most descriptors; as many as the system allows.
  package static var descriptors: Int {
    var limit = rlimit()
    guard getrlimit(descriptorLimit, &limit) == 0 else { return 0 }
    return Int(clamping: limit.rlim_cur)
  }

  private static var descriptorLimit: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }

  /// Raises the limit on descriptors, as far as the process may.
  package static func raiseDescriptors(to wanted: Int) {
    var limit = rlimit()
    guard getrlimit(descriptorLimit, &limit) == 0 else { return }
    let reachable = min(limit.rlim_max, rlim_t(wanted))
    guard limit.rlim_cur < reachable else { return }
    limit.rlim_cur = reachable
    setrlimit(descriptorLimit, &limit)
  }

  /// Checks that the process can open as many more descriptors, and reserve as many bytes of addresses.
  package static func check(descriptors: Int, addresses: Int) throws(ResourceRefusal) {
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    while copies.count < descriptors {
      let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { throw ResourceRefusal(.descriptors(descriptors), call: "dup", errno: errno) }
      copies.append(copy)
    }
    let memory = mmap(nil, addresses, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let memory, memory != MAP_FAILED else {
      throw ResourceRefusal(.memory(addresses), call: "mmap", errno: errno)
    }
    munmap(memory, addresses)
  }
}
