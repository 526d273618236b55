import CExpat
import SystemBase

/// What is told of a document while it is read.
protocol XMLReaderDelegate: AnyObject {
  /// - Parameters:
  ///   - name: as it is written, its prefix included.
  ///   - line: from 1.
  func began(_ name: String, attributes: [String: String], line: Int)
  func ended(_ name: String)
  /// A text may come in any number of parts.
  func found(_ text: UnsafeBufferPointer<UInt8>)
}

/// Reads XML through expat. Any thread, several at once.
enum XMLReader {
  struct Failure: Hashable {
    let message: String
    let line: Int
  }

  /// Reads a document to its end, or to where it is damaged.
  ///
  /// - Parameter encoding: one that expat knows, in place of what the document says; nil leaves that.
  /// - Throws: where expat is not installed.
  static func read(
    _ bytes: [UInt8], encoding: String?, _ delegate: any XMLReaderDelegate
  ) throws(FileError) -> Failure? {
    if let reason = drumdub_expat_load() {
      throw FileError(.unsupported, "libexpat.so.1", detail: String(cString: reason))
    }
    let session = Session(delegate)
    let result = withExtendedLifetime(session) { session.run(bytes, encoding) }
    return result.error.map { Failure(message: String(cString: $0), line: Int(result.line)) }
  }

  /// What C hands back to us.
  private final class Session {
    let delegate: any XMLReaderDelegate

    init(_ delegate: any XMLReaderDelegate) { self.delegate = delegate }

    func run(_ bytes: [UInt8], _ encoding: String?) -> drumdub_expat_result {
      bytes.withUnsafeBytes { buffer in
        let start = buffer.assumingMemoryBound(to: CChar.self).baseAddress
        guard let encoding else { return drumdub_expat_parse(start, buffer.count, nil, handlers) }
        return drumdub_expat_parse(start, buffer.count, encoding, handlers)
      }
    }

    private var handlers: drumdub_expat_handlers {
      drumdub_expat_handlers(
        start: { context, name, attributes, line in
          guard let name else { return }
          let attributes = Session.attributes(attributes)
          Session.of(context)?.delegate.began(String(cString: name), attributes: attributes, line: Int(line))
        },
        end: { context, name in
          if let name { Session.of(context)?.delegate.ended(String(cString: name)) }
        },
        text: { context, text, count in
          text?.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { bytes in
            Session.of(context)?.delegate.found(UnsafeBufferPointer(start: bytes, count: Int(count)))
          }
        }, context: Unmanaged.passUnretained(self).toOpaque())
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Session? {
      context.map { Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func attributes(_ list: UnsafePointer<UnsafePointer<CChar>?>?) -> [String: String] {
      var attributes: [String: String] = [:]
      var next = list
      while let pair = next, let key = pair[0], let value = pair[1] {
        attributes[String(cString: key)] = String(cString: value)
        next = pair + 2
      }
      return attributes
    }
  }
}
