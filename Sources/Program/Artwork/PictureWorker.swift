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

  /// Makes a picture in a process that ends with it. Waits. Throws `unsupported` if a library is missing, `damaged`
  /// if no picture was made.
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
