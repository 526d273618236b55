import CPCRE2
import Glibc
import Synchronization

/// A regular expression of another program, in the syntax of Perl.
///
/// A search ends without a match after 20,000 steps from one place of the text, since short expressions can take
/// exponential time. An expression whose searches end in this way 50 times, or take five seconds of processor time
/// together, matches nothing more: a filter compares it with each song of the library.
package final class RegularExpression: Hashable, @unchecked Sendable {
  /// The reason why an expression is refused.
  package struct Failure: Error, Hashable, Sendable {
    package let reason: String
  }

  /// Whether PCRE2 is installed.
  static var isAvailable: Bool { drumdub_pcre2_load() == nil }

  /// The longest expression in bytes.
  package static let longest = 1_024
  private static let mostFailures = 50

  private let text: String
  private let ignoresCase: Bool
  private let raw: OpaquePointer
  /// The searches that have ended without a result.
  private let failures = Atomic(0)
  /// The processor time of all searches.
  private let nanoseconds = Atomic<Int64>(0)
  private let mostNanoseconds: Int64

  /// Compiles an expression.
  ///
  /// - Throws: if the expression is malformed or too long, or PCRE2 is missing. `mostNanoseconds`: the
  ///   processor time of all searches together.
  package init(
    _ text: String, ignoresCase: Bool = false, mostNanoseconds: Int64 = 5_000_000_000
  ) throws(Failure) {
    guard text.utf8.count <= RegularExpression.longest else {
      throw Failure(reason: "it is longer than \(RegularExpression.longest) bytes")
    }
    guard RegularExpression.isAvailable else {
      let package = String(cString: drumdub_pcre2_package)
      throw Failure(reason: "libpcre2-8.so.0 is missing: apt install \(package)")
    }
    var message = [CChar](repeating: 0, count: 256)
    let raw = drumdub_expression_compile(text, text.utf8.count, ignoresCase ? 1 : 0, &message, message.count)
    guard let raw else {
      let reason = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      throw Failure(reason: reason)
    }
    (self.text, self.ignoresCase, self.raw) = (text, ignoresCase, raw)
    self.mostNanoseconds = mostNanoseconds
  }

  deinit { drumdub_expression_free(raw) }

  package static func == (left: RegularExpression, right: RegularExpression) -> Bool {
    left.text == right.text && left.ignoresCase == right.ignoresCase
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(ignoresCase)
  }

  /// Whether it matches nothing more.
  var isExhausted: Bool {
    failures.load(ordering: .relaxed) >= RegularExpression.mostFailures
      || nanoseconds.load(ordering: .relaxed) >= mostNanoseconds
  }

  /// Returns whether a part of a text matches. Any thread.
  package func matches(_ text: String) -> Bool {
    if isExhausted { return false }
    let start = RegularExpression.processorTime
    let result = drumdub_expression_search(raw, text, text.utf8.count)
    nanoseconds.add(RegularExpression.processorTime - start, ordering: .relaxed)
    if result < 0 { failures.add(1, ordering: .relaxed) }
    return result > 0
  }

  /// The nanoseconds that this thread has run.
  private static var processorTime: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
