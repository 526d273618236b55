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
  /// The steps of a search from one place of the text, and the KiB of memory that it may use.
  private static let limits: (steps: UInt32, kibibytes: UInt32) = (20_000, 1_024)

  private let text: String
  private let ignoresCase: Bool
  /// The compiled form, which is never changed.
  private let code: OpaquePointer
  private let limits: OpaquePointer
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
    let options =
      PCRE2_UTF | PCRE2_UCP | PCRE2_DOTALL | PCRE2_NO_AUTO_CAPTURE | PCRE2_NEVER_BACKSLASH_C
      | (ignoresCase ? PCRE2_CASELESS : 0)
    var (error, place): (Int32, Int) = (0, 0)
    guard let code = drumdub_pcre2_compile_8(text, text.utf8.count, options, &error, &place, nil) else {
      throw Failure(reason: RegularExpression.message(error))
    }
    guard let limits = drumdub_pcre2_match_context_create_8(nil) else {
      drumdub_pcre2_code_free_8(code)
      throw Failure(reason: "memory is short")
    }
    drumdub_pcre2_set_match_limit_8(limits, RegularExpression.limits.steps)
    drumdub_pcre2_set_heap_limit_8(limits, RegularExpression.limits.kibibytes)
    (self.text, self.ignoresCase, self.code, self.limits) = (text, ignoresCase, code, limits)
    self.mostNanoseconds = mostNanoseconds
  }

  deinit {
    drumdub_pcre2_code_free_8(code)
    drumdub_pcre2_match_context_free_8(limits)
  }

  private static func message(_ error: Int32) -> String {
    var message = [UInt8](repeating: 0, count: 256)
    _ = drumdub_pcre2_get_error_message_8(error, &message, message.count)
    return String(decoding: message.prefix { $0 != 0 }, as: UTF8.self)
  }

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
    let result = search(text)
    nanoseconds.add(RegularExpression.processorTime - start, ordering: .relaxed)
    if result < 0 && result != PCRE2_ERROR_NOMATCH { failures.add(1, ordering: .relaxed) }
    return result >= 0
  }

  /// Returns a negative error of the library if no part matches.
  private func search(_ text: String) -> Int32 {
    guard let data = drumdub_pcre2_match_data_create_8(1, nil) else { return PCRE2_ERROR_NOMEMORY }
    defer { drumdub_pcre2_match_data_free_8(data) }
    return drumdub_pcre2_match_8(code, text, text.utf8.count, 0, PCRE2_NO_UTF_CHECK, data, limits)
  }

  /// The nanoseconds that this thread has run.
  private static var processorTime: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
