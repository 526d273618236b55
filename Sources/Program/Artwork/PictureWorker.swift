import CSystem
import Glibc
import SystemBase
import TerminalKit

/// Makes pictures in a process of their own: the libraries for that and what they allocate are not kept in the player, and
/// a picture that crashes them does not end it.
package enum PictureWorker {
  /// The argument with which the program is a worker.
  package static let option = "--picture-worker"
  /// The seconds that a picture may take.
  private static let timeout: UInt32 = 15
  /// The limit of the address space in bytes.
  private static let memory: UInt64 = 2 << 30

  /// Makes a picture in a process that ends with it. Waits.
  ///
  /// - Throws: `unsupported` if a library is missing, `damaged` if no picture was made.
  package static func make(_ job: PictureJob, by command: WorkerCommand) throws(FileError) -> Picture {
    let process = try WorkerProcess(command)
    var writer = ByteWriter()
    job.write(to: &writer)
    guard process.send(writer.bytes),
      case .frame(let bytes) = process.receive(milliseconds: Int32(timeout) * 1_000)
    else { throw FileError(.damaged, "a picture", detail: "its worker ended") }
    guard let answer = try? answer(bytes) else {
      throw FileError(.damaged, "a picture", detail: "its worker sent an invalid answer")
    }
    return try answer.get()
  }

  private static func answer(_ bytes: [UInt8]) throws(ByteReader.Malformed) -> Result<Picture, FileError> {
    var reader = ByteReader(bytes)
    if try reader.flag() { return .success(try Picture(from: &reader)) }
    let code: FileError.Code = try reader.flag() ? .unsupported : .damaged
    return .failure(FileError(code, "a picture", detail: try reader.text()))
  }

  /// Makes one picture in the worker process, and returns the exit code.
  package static func run() -> Int32 {
    drumdub_die_with_parent()
    drumdub_limit_memory(memory)
    alarm(timeout)
    guard case .frame(let bytes) = PipeFrame.read(from: STDIN_FILENO) else { return 0 }
    var reader = ByteReader(bytes)
    guard let job = try? PictureJob(from: &reader) else { return 1 }
    var writer = ByteWriter()
    do throws(FileError) {
      let picture = try job.perform()
      writer.write(true)
      picture.write(to: &writer)
    } catch {
      writer.write(false)
      writer.write(error.code == .unsupported)
      writer.write(error.detail ?? "")
    }
    return PipeFrame.write(writer.bytes, to: STDOUT_FILENO) ? 0 : 1
  }
}

/// A picture of a track to make for a terminal.
package struct PictureJob: Hashable, Sendable {
  /// The encoded picture.
  let bytes: [UInt8]
  /// The most cells.
  let size: Size
  let terminal: PictureTerminal

  /// Makes the picture. In a worker process, for which the libraries are loaded.
  ///
  /// - Throws: `unsupported` if a library is missing, `damaged` if the data is not a picture or the picture
  ///   is too large.
  package func perform() throws(FileError) -> Picture {
    let pixels = try Pixels(bytes, subject: "a picture")
    if let graphics = terminal.graphics, let made = pixels.graphic(in: size, graphics) {
      return .graphic(made)
    }
    return .cells(pixels.cells(in: size, terminal))
  }
}

// MARK: As bytes

extension PictureJob {
  func write(to writer: inout ByteWriter) {
    writer.write(bytes)
    size.write(to: &writer)
    writer.write(terminal.colours)
    writer.write(terminal.isUTF8)
    writer.write(terminal.graphics) { writer, graphics in
      writer.write(graphics.kind == .kitty)
      graphics.cell.write(to: &writer)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    bytes = try reader.content()
    size = try Size(from: &reader)
    var terminal = PictureTerminal(colours: try reader.number(), isUTF8: try reader.flag())
    if try reader.flag() {
      let kind: TerminalGraphics.Kind = try reader.flag() ? .kitty : .sixel
      terminal.graphics = TerminalGraphics(kind, cell: try Size(from: &reader))
    }
    self.terminal = terminal
  }
}

extension Picture {
  func write(to writer: inout ByteWriter) {
    size.write(to: &writer)
    switch self {
    case .graphic(let picture):
      writer.write(true)
      writer.write(picture.kind == .kitty)
      writer.write(picture.drawing)
    case .cells(let picture):
      writer.write(false)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let cell = picture[x, y]
          writer.write(String(cell.character))
          cell.style.foreground.write(to: &writer)
          cell.style.background.write(to: &writer)
        }
      }
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    let size = try Size(from: &reader)
    if try reader.flag() {
      let kind: TerminalGraphics.Kind = try reader.flag() ? .kitty : .sixel
      self = .graphic(GraphicPicture(kind, size, drawing: try reader.content()))
      return
    }
    var cells: [Cell] = []
    for _ in 0..<size.width * size.height {
      let character = try reader.text().first ?? " "
      cells.append(
        Cell(character, style: Style(try Colour(from: &reader), on: try Colour(from: &reader))))
    }
    self = .cells(CellPicture(size, cells))
  }
}

extension Size {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(width)
    writer.write(height)
  }

  /// Reads a job.
  ///
  /// - Throws: also for a size that no terminal has.
  fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(try reader.number(), try reader.number())
    if !(0...10_000 ~= width) || !(0...10_000 ~= height) { throw ByteReader.Malformed() }
  }
}

extension Colour {
  /// Pictures have colours by their components, or the terminal's own.
  fileprivate func write(to writer: inout ByteWriter) {
    guard case .rgb(let red, let green, let blue) = self else { return writer.write(false) }
    writer.write(true)
    for component in [red, green, blue] { writer.write(component) }
  }

  fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try reader.flag() ? .rgb(try reader.byte(), try reader.byte(), try reader.byte()) : .default
  }
}
