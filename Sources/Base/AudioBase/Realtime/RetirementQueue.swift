import Synchronization

/// The name of an object that the control side keeps alive for the audio thread.
public struct RetirementID: Hashable, Sendable, BitwiseCopyable {
  public let value: Int

  @inlinable public init(_ value: Int) { self.value = value }

  @inlinable public static var none: RetirementID { RetirementID(0) }
}

/// Keeps objects alive while the audio thread uses their memory, and releases them on the control side afterwards.
///
/// The control side keeps an object and sends its memory and its name to the audio thread. The audio thread returns
/// the name when it no longer uses the memory. The next call of `collect` or `keep` releases the object. What was
/// never returned is released with the queue.
package final class RetirementQueue: Sendable {
  private struct Kept {
    var objects: [Int: any AnyObject & Sendable] = [:]
    var lastID = 0
  }

  /// The audio thread's end.
  package let writer: RetirementWriter
  private let ring: RingBuffer<RetirementID>
  private let capacity: Int
  /// The lock that is held while the ring is read: it has one reader at a time.
  private let kept = Mutex(Kept())

  /// Creates an empty queue that can keep a number of objects at once, at least 1.
  package init(capacity: Int) {
    self.capacity = capacity
    ring = RingBuffer(capacity: capacity)
    writer = RetirementWriter(ring: ring.writer)
  }

  /// The number of objects that are kept. Any thread.
  package var count: Int { kept.withLock { $0.objects.count } }

  /// Keeps an object until the audio thread returns its name. Any thread. Returns nil if the queue is full; the
  /// object is not kept then.
  package func keep(_ object: any AnyObject & Sendable) -> RetirementID? {
    collect()
    return kept.withLock { kept in
      if kept.objects.count >= capacity { return nil }
      kept.lastID += 1
      kept.objects[kept.lastID] = object
      return RetirementID(kept.lastID)
    }
  }

  /// Releases an object that was kept but not sent. Any thread.
  package func cancel(_ id: RetirementID) {
    let object = kept.withLock { $0.objects.removeValue(forKey: id.value) }
    withExtendedLifetime(object) {}
  }

  /// Releases the objects that the audio thread has returned. Any thread but the audio thread.
  package func collect() {
    // Objects are released after the lock, since freeing a kit takes long.
    let released = kept.withLock { kept in
      var released: [any AnyObject & Sendable] = []
      while let id = ring.reader.pop() {
        if let object = kept.objects.removeValue(forKey: id.value) { released.append(object) }
      }
      return released
    }
    withExtendedLifetime(released) {}
  }
}

/// The audio thread's end of a `RetirementQueue`; it must not outlive the queue.
public struct RetirementWriter: Sendable, BitwiseCopyable {
  @usableFromInline let ring: RingWriter<RetirementID>

  init(ring: RingWriter<RetirementID>) { self.ring = ring }

  /// Returns an object that the audio thread no longer uses. There is room for every object that the queue keeps.
  @inlinable public func retire(_ id: RetirementID) { _ = ring.push(id) }
}
