/// One value of one property, as TagLib names properties (`TITLE`, `TRACKNUMBER`).
struct TagField: Hashable {
  var key: String
  var value: String
  /// The file calls it Latin-1: each character is a byte of the file, whatever that byte stands for.
  var isLatin1 = false
}
