import SystemBase

/// The reason why an output or input device cannot be used.
package struct DeviceError: Error, Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// The device cannot be opened or takes no format that is known.
    case unavailable
    /// Another program uses the device alone (EBUSY).
    case busy
    case noServer
    /// The sound server is there and does not answer.
    case notResponding
    /// The device stopped working after it was opened.
    case lost
    /// The file or pipe that takes the sound cannot be written.
    case file(FileError.Code)
  }

  package var code: Code
  /// The name of the device, file or pipe, escaped for display.
  package var subject: String
  /// The message of the library or the system, with the call that it came from.
  package var detail: String?

  package init(_ code: Code, _ subject: String, detail: String? = nil) {
    (self.code, self.subject, self.detail) = (code, subject, detail)
  }

  /// Wraps the error of a file or pipe that takes the sound.
  package init(_ error: FileError) { self.init(.file(error.code), error.subject, detail: error.detail) }

  /// Runs `body` and converts its file errors into errors of the device.
  package static func wrapping<Result>(
    _ body: () throws(FileError) -> Result
  ) throws(DeviceError) -> Result {
    do throws(FileError) { return try body() } catch { throw DeviceError(error) }
  }
}
