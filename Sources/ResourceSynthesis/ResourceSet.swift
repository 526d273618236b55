import SystemBase

/// All that the program ships with and that is made, not drawn or recorded: kit, demo track, pictures.
package enum ResourceSet {
  /// Writes it all below a folder. The same bytes on every machine with the same FLAC and PNG libraries.
  package static func write(to folder: FilePath) throws(FileError) {
    try DefaultKit.write(to: folder.appending("Kits/Default"))
    let cover = try PNGImage.encode(DrumPicture.draw(DrumPicture.sunrise))
    let size = DrumPicture.size
    try DemoTrack.write(
      to: folder.appending("Demo"), cover: FrontCover(png: cover, width: size, height: size))
    let artwork = folder.appending("Artwork")
    try FileBytes.makeFolder(artwork)
    try FileBytes.replace(
      artwork.appending("no-artwork.png"), with: PNGImage.encode(DrumPicture.draw(DrumPicture.quiet)))
  }
}
