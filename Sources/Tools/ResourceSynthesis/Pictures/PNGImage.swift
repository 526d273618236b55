import CPNG
import SystemBase

/// Encodes pictures as PNG by libpng's simplified interface.
enum PNGImage {
  /// `PNG_FORMAT_RGB`, three bytes per pixel; Swift does not import the macro.
  private static let rgb: UInt32 = 2

  static func encode(_ canvas: Canvas) throws(FileError) -> [UInt8] {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    image.width = UInt32(canvas.size)
    image.height = UInt32(canvas.size)
    image.format = rgb
    let pixels = canvas.bytes
    // The buffer fits any picture of that size, so that one call is enough.
    var png = [UInt8](repeating: 0, count: pixels.count * 2 + 1024)
    var size = png_alloc_size_t(png.count)
    let result = png_image_write_to_memory(&image, &png, &size, 0, pixels, 0, nil)
    guard result != 0 else {
      throw FileError(.writeFailed, "PNG", detail: "png_image_write_to_memory: \(message(image))")
    }
    return Array(png.prefix(Int(size)))
  }

  private static func message(_ image: png_image) -> String {
    withUnsafeBytes(of: image.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
