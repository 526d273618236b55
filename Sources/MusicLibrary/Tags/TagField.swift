/// One value of one property, as TagLib names properties (`TITLE`, `TRACKNUMBER`).
struct TagField: Hashable {
  var key: String
  var value: String
}
