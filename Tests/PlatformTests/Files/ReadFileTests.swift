import Platform
import RainTestSupport
import Testing

@Suite("Reading a file")
struct ReadFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("a file is read whole, up to the limit and no further")
  func limit() throws {
    let file = try folder.makeFile("five", "12345")
    #expect(try readFile(file) == Array("12345".utf8))
    #expect(try readFile(file, limit: 5) == Array("12345".utf8))
    #expect(throws: FileError.tooLong(path: file, limit: 4)) { try readFile(file, limit: 4) }
    #expect(try readFile(try folder.makeFile("empty")) == [])
  }

  @Test("a file of 100 MB is refused by its size")
  func huge() throws {
    let file = try folder.makeFile("huge")
    try #require(unsafe truncate(file, 100_000_000) == 0)
    let error = try #require(throws: FileError.self) { try readFile(file) }
    #expect(error == .tooLong(path: file, limit: 1 << 20))
    #expect(error.description == "\(file): has more than 1048576 bytes, the most that are read")
  }

  @Test("a device has no size, but the same limit")
  func device() throws {
    #expect(throws: FileError.tooLong(path: "/dev/zero", limit: 1 << 20)) {
      try readFile("/dev/zero")
    }
    #expect(try readFile("/dev/null") == [])
  }

  @Test("a pipe is read to its end")
  func pipeToItsEnd() throws {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe pipe(&ends) == 0)
    defer { close(ends[0]) }
    try #require(unsafe write(ends[1], "{}", 2) == 2)
    close(ends[1])
    #expect(try readFile("/dev/fd/\(ends[0])", limit: 2) == Array("{}".utf8))
  }

  @Test("a FIFO is read up to the limit, though it has no end")
  func endlessFIFO() throws {
    let file = "\(folder.path)/fifo"
    try #require(unsafe mkfifo(file, 0o600) == 0)
    let writer = unsafe open(file, O_RDWR)
    try #require(writer >= 0)
    defer { close(writer) }
    try #require(unsafe write(writer, "123", 3) == 3)
    #expect(throws: FileError.tooLong(path: file, limit: 2)) { try readFile(file, limit: 2) }
  }

  @Test("a name with a NUL, which no file has, is not there")
  func nul() {
    for name in ["a\0b", "\0", "/tmp\0/x"] {
      #expect(throws: FileError.failed(path: name, .read, errno: ENOENT)) { try readFile(name) }
      #expect(throws: FileError.failed(path: name, .read, errno: ENOENT)) {
        try FileReader(path: name)
      }
      #expect(fileLength(name) == nil)
    }
  }

  @Test("the errors of a folder and of a missing file name their paths")
  func failures() {
    #expect(throws: FileError.isFolder(path: folder.path)) { try readFile(folder.path) }
    #expect(FileError.isFolder(path: "sub").description == "sub: is a folder")
    #expect(throws: FileError.failed(path: "/nowhere/x.json", .read, errno: ENOENT)) {
      try readFile("/nowhere/x.json")
    }
    #expect(
      FileError.failed(path: "x.json", .read, errno: ENOENT).description
        == "x.json: No such file or directory")
    #expect(FileError.failed(path: "", .read, errno: ENOENT).description.hasPrefix("'': "))
  }
}
