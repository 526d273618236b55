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

  /// The bytes that are passed at once: expat takes lengths of 31 bits.
  private static let piece = 1 << 20

  /// Returns the name of an element without its prefix.
  package static func localName(_ name: String) -> String {
    name.split(separator: ":", maxSplits: 1).last.map(String.init) ?? name
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
    guard let parser = drumdub_XML_ParserCreate(encoding) else {
      return Failure(message: "out of memory", line: 0)
    }
    let session = Session(parser, delegate)
    return withExtendedLifetime(session) { bytes.withUnsafeBytes(session.run) }
  }

  /// Owns a parser; the context of its callbacks.
  private final class Session {
    private let parser: XML_Parser
    private let delegate: any XMLReaderDelegate
    private var hasDocumentType = false

    init(_ parser: XML_Parser, _ delegate: any XMLReaderDelegate) {
      (self.parser, self.delegate) = (parser, delegate)
      drumdub_XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
      drumdub_XML_SetElementHandler(
        parser,
        { context, name, attributes in
          guard let session = Session.of(context), let name else { return }
          session.delegate.didBeginElement(
            String(cString: name), attributes: Session.attributes(attributes), line: session.line)
        },
        { context, name in
          if let name { Session.of(context)?.delegate.didEndElement(String(cString: name)) }
        })
      drumdub_XML_SetCharacterDataHandler(parser) { context, text, count in
        guard let session = Session.of(context) else { return }
        text?.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { bytes in
          session.delegate.didFindText(
            UnsafeBufferPointer(start: bytes, count: Int(count)), line: session.line)
        }
      }
      drumdub_XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
        guard let session = Session.of(context) else { return }
        session.hasDocumentType = true
        _ = drumdub_XML_StopParser(session.parser, XML_Bool(XML_FALSE))
      }
    }

    deinit { drumdub_XML_ParserFree(parser) }

    func run(_ bytes: UnsafeRawBufferPointer) -> Failure? {
      var rest = bytes[...]
      repeat {
        let part = UnsafeRawBufferPointer(rebasing: rest.prefix(XMLReader.piece))
        rest = rest.dropFirst(part.count)
        let start = part.baseAddress?.assumingMemoryBound(to: CChar.self)
        let status = drumdub_XML_Parse(parser, start, Int32(part.count), rest.isEmpty ? 1 : 0)
        if status != XML_STATUS_OK { return failure }
      } while !rest.isEmpty
      return nil
    }

    private var failure: Failure {
      let message = drumdub_XML_ErrorString(drumdub_XML_GetErrorCode(parser)).map { String(cString: $0) }
      return Failure(
        message: hasDocumentType ? "document types are not read" : message ?? "", line: line)
    }

    private var line: Int { Int(drumdub_XML_GetCurrentLineNumber(parser)) }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Session? {
      context.map { Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func attributes(
      _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> [String: String] {
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
