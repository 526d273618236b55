import CExpat
import SystemBase

/// Receives the content of an XML document in order.
package protocol XMLReaderDelegate: AnyObject {
  /// Called at the start of an element.
  ///
  /// - Parameters:
  ///   - name: the name with its prefix.
  ///   - line: the number of the line, from 1.
  func didBeginElement(_ name: String, attributes: [String: String], line: Int)
  /// Called at the end of an element.
  func didEndElement(_ name: String)
  /// Called for text, which may come in several parts, with the line of its beginning.
  func didFindText(_ text: UnsafeBufferPointer<UInt8>, line: Int)
}

/// Parses XML with expat. Any thread, several at once.
///
/// A document type declaration is an error, so that no entities are expanded and no other files are read.
package enum XMLReader {
  /// A syntax error with its line.
  package struct Failure: Hashable {
    package let message: String
    package let line: Int
  }

  /// Parses a document up to its end or the first error.
  ///
  /// - Parameter encoding: the name of an encoding that expat supports, which overrides the declared one; nil
  ///   for the declared one.
  /// - Returns: the error; nil if the document is valid.
  /// - Throws: `unsupported` if expat is not installed.
  package static func read(
    _ bytes: [UInt8], encoding: String?, _ delegate: any XMLReaderDelegate
  ) throws(FileError) -> Failure? {
    if let reason = drumdub_expat_load() {
      throw FileError(.unsupported, "libexpat.so.1", detail: String(cString: reason))
    }
    let session = Session(delegate)
    let result = withExtendedLifetime(session) { session.run(bytes, encoding) }
    return result.error.map { Failure(message: String(cString: $0), line: Int(result.line)) }
  }

  /// The context of the C callbacks.
  private final class Session {
    let delegate: any XMLReaderDelegate

    init(_ delegate: any XMLReaderDelegate) { self.delegate = delegate }

    func run(_ bytes: [UInt8], _ encoding: String?) -> drumdub_expat_result {
      bytes.withUnsafeBytes { buffer in
        let start = buffer.assumingMemoryBound(to: CChar.self).baseAddress
        return drumdub_expat_parse(start, buffer.count, encoding, handlers)
      }
    }

    private var handlers: drumdub_expat_handlers {
      drumdub_expat_handlers(
        start: { context, name, attributes, line in
          guard let name else { return }
          let attributes = Session.attributes(attributes)
          Session.of(context)?.delegate.didBeginElement(
            String(cString: name), attributes: attributes, line: Int(line))
        },
        end: { context, name in
          if let name { Session.of(context)?.delegate.didEndElement(String(cString: name)) }
        },
        text: { context, text, count, line in
          text?.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { bytes in
            Session.of(context)?.delegate.didFindText(
              UnsafeBufferPointer(start: bytes, count: Int(count)), line: Int(line))
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
