/// Owns a value in memory that does not move, for threads that have only a pointer to it.
///
/// The type of the value may have a `deinit` unless it is generic: that one would not run (Swift 6.3).
package struct PinnedValue<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  /// Valid as long as this exists.
  package let pointer: UnsafeMutablePointer<Value>

  package init(_ value: consuming Value) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: value)
  }

  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }

  package var pointee: Value {
    _read { yield pointer.pointee }
    nonmutating _modify { yield &pointer.pointee }
  }
}
