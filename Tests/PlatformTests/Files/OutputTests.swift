import Foundation
import Platform
import RainTestSupport
import Testing
import Text

@Suite("Output")
struct OutputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func write(_ text: String, to path: String, isForced: Bool = false) throws {
    let output = try Output(path, isForced: isForced)
    try output.write(Array(text.utf8))
    try output.commit()
  }

  @Test("a file appears under its name when it is committed, and no other file stays")
  func appears() throws {
    let output = try Output(path("out.wav"), isForced: false)
    try output.write(Array("whole".utf8))
    #expect(folder.names.count == 1)
    #expect(folder.names.first?.hasPrefix(".out.wav.rainsynth-") == true)
    try output.commit()
    #expect(folder.names == ["out.wav"])
    #expect(try folder.text("out.wav") == "whole")
  }

  @Test("a file that is not committed leaves nothing behind")
  func abandoned() throws {
    do {
      let output = try Output(path("out.wav"), isForced: false)
      try output.write(Array("half".utf8))
    }
    #expect(folder.names == [])
  }

  @Test("an existing file is refused, and with force it stays until the new one is whole")
  func existing() throws {
    try folder.makeFile("out.wav", "old")
    let name = path("out.wav")
    #expect(throws: FileError.exists(path: name)) {
      try Output(name, isForced: false)
    }
    #expect(FileError.exists(path: "out.wav").description == "out.wav: exists; -f replaces it")
    do {
      let output = try Output(name, isForced: true)
      try output.write(Array("new".utf8))
      #expect(try folder.text("out.wav") == "old")
    }
    #expect(try folder.text("out.wav") == "old")
    try write("new", to: name, isForced: true)
    #expect(try folder.text("out.wav") == "new")
    #expect(folder.names == ["out.wav"])
  }

  @Test("a file that appeared meanwhile is not replaced, unless with force")
  func appearedMeanwhile() throws {
    let name = path("out.wav")
    do {
      let output = try Output(name, isForced: false)
      try output.write(Array("new".utf8))
      try folder.makeFile("out.wav", "stranger")
      #expect(throws: FileError.exists(path: name)) { try output.commit() }
    }
    #expect(folder.names == ["out.wav"])
    #expect(try folder.text("out.wav") == "stranger")
    try write("new", to: name, isForced: true)
    #expect(try folder.text("out.wav") == "new")
  }

  @Test("a new file has the permissions of any new file, a replaced one keeps its own")
  func permissions() throws {
    let plain = unsafe open(path("plain"), O_WRONLY | O_CREAT, 0o666)
    try #require(plain >= 0)
    close(plain)
    try write("new", to: path("new.wav"))
    #expect(try folder.mode("new.wav") == folder.mode("plain"))
    for mode: mode_t in [0o600, 0o640, 0o755, 0o666] {
      try folder.makeFile("old\(mode)", "old", mode: mode)
      try write("new", to: path("old\(mode)"), isForced: true)
      #expect(try folder.mode("old\(mode)") & 0o7777 == mode)
    }
  }

  @Test("a symbolic link stays one, and its target is replaced or made")
  func links() throws {
    let elsewhere = try TemporaryFolder()
    try elsewhere.makeFile("target.wav", "old")
    try folder.link("second", to: "\(elsewhere.path)/target.wav")
    try folder.link("first", to: "second")
    #expect(throws: FileError.exists(path: path("first"))) {
      try Output(path("first"), isForced: false)
    }
    try write("new", to: path("first"), isForced: true)
    #expect(try folder.mode("first") & S_IFMT == S_IFLNK)
    #expect(try folder.mode("second") & S_IFMT == S_IFLNK)
    #expect(try elsewhere.text("target.wav") == "new")
    #expect(elsewhere.names == ["target.wav"])

    try folder.link("dangling", to: "made.wav")
    try write("made", to: path("dangling"))
    #expect(try folder.mode("dangling") & S_IFMT == S_IFLNK)
    #expect(try folder.text("made.wav") == "made")
  }

  @Test("a device, and a link to one, is written straight and stays")
  func device() throws {
    try folder.link("null", to: "/dev/null")
    try write("gone", to: path("null"))
    try write("gone", to: "/dev/null", isForced: true)
    #expect(folder.names == ["null"])
    #expect(try folder.mode("null") & S_IFMT == S_IFLNK)
    var status = stat()
    try #require(unsafe stat("/dev/null", &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test("a FIFO is written straight and stays")
  func fifo() throws {
    try #require(unsafe mkfifo(path("fifo"), 0o600) == 0)
    let reader = unsafe open(path("fifo"), O_RDONLY | O_NONBLOCK)
    try #require(reader >= 0)
    defer { close(reader) }
    try write("through", to: path("fifo"))
    do {
      let abandoned = try Output(path("fifo"), isForced: false)
      try abandoned.write(Array("!".utf8))
    }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = unsafe read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "through!")
    #expect(folder.names == ["fifo"])
    #expect(try folder.mode("fifo") & S_IFMT == S_IFIFO)
  }

  #if os(Linux)
  @Test("the error names a folder in which no files can be made")
  func folderTakesNone() throws {
    let error = try #require(throws: FileError.self) {
      try Output("/proc/x.wav", isForced: false)
    }
    #expect(error.description == "/proc/x.wav: the folder /proc takes no new files")
  }

  @Test("the error of a full device names its path")
  func fullDevice() throws {
    let output = try Output("/dev/full", isForced: false)
    let error = try #require(throws: FileError.self) { try output.write(Array("123".utf8)) }
    #expect(error == .failed(path: "/dev/full", .write, errno: ENOSPC))
    #expect(error.description == "/dev/full: No space left on device")
  }
  #endif

  #if os(Linux)
  private static let isMemoryShared =
    (try? String(contentsOfFile: "/proc/mounts", encoding: .utf8))?.contains(" /dev/shm tmpfs ")
    == true

  @Test(
    "on tmpfs, where reserving room costs as much as writing, none is reserved",
    .enabled(if: isMemoryShared))
  func memory() {
    let path = "/dev/shm/rainsynth-\(UInt64.random(in: 0 ... .max))"
    let number = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    defer {
      close(number)
      unsafe unlink(path)
    }
    let result = SystemCalls().reserveRoom(number, 1 << 20)
    let refusal = errno
    #expect(result == -1 && refusal == EOPNOTSUPP)
  }
  #endif

  @Test("more than the disk holds is refused before a byte is written")
  func reservation() throws {
    let error = try #require(throws: FileError.self) {
      try Output(path("out.wav"), isForced: false, expectedBytes: 1 << 60)
    }
    guard case .noRoom(path("out.wav"), 1 << 60, let free) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(0..<1 << 60 ~= free)
    #expect("\(error)".hasSuffix("out.wav: no room for \(1 << 60) bytes: \(free) are free"))
    #expect(throws: FileError.self) {
      try Output.requireRoom(for: 1 << 60, in: folder.path)
    }
    try Output.requireRoom(for: 0, in: folder.path)
    #expect(folder.names == [])
  }

  @Test("the length is the number of bytes written, for any expected length")
  func length() throws {
    for expected in [0, 1, 5, 100_000] {
      let output = try Output(
        path("\(expected)"), isForced: false, expectedBytes: expected)
      try output.write(Array("12345".utf8))
      try output.commit()
      var status = stat()
      try #require(unsafe stat(path("\(expected)"), &status) == 0)
      #expect(status.st_size == 5)
      // Nor does it keep the room: 512 bytes a block.
      #expect(status.st_blocks * 512 < 100_000)
    }
  }

  @Test("a missing folder, a folder and an empty name are different errors")
  func badNames() throws {
    #expect(
      throws: FileError.folderMissing(
        path: path("sub/out.wav"), folder: path("sub"))
    ) { try Output(path("sub/out.wav"), isForced: true) }
    #expect(
      FileError.folderMissing(path: "sub/out.wav", folder: "sub").description
        == "sub/out.wav: the folder sub does not exist")
    for name in [folder.path, folder.path + "/", "/"] {
      #expect(throws: FileError.isFolder(path: name)) { try Output(name, isForced: true) }
    }
    try folder.makeFile("file")
    for name in ["", path("new/"), path("file/"), path("sub/new/"), path("a\0b"), "a/\0"] {
      #expect(throws: FileError.nameless(path: name)) { try Output(name, isForced: true) }
    }
    let name = path("file/out.wav")
    #expect(throws: FileError.failed(path: name, .open, errno: ENOTDIR)) {
      try Output(name, isForced: true)
    }
    #expect(folder.names == ["file"])
  }

  @Test("the temporary name is valid UTF-8 where the name is, and not longer if the name is long")
  func temporaryNames() throws {
    for letter in ["x", "é", "雨", "🌧"] {
      for count in 1...255 / letter.utf8.count {
        let name = String(repeating: letter, count: count)
        let names = try withExtendedLifetime(Output(path(name), isForced: false)) {
          folder.names
        }
        let temporary = try #require(names.first)
        // Where it is not, the folder lists U+FFFD.
        #expect(!temporary.unicodeScalars.contains("\u{FFFD}"))
        #expect(temporary.utf8.count <= max(64, name.utf8.count))
      }
    }
  }

  #if os(Linux)
  @Test("the path of an open file writes to that file, also without a name")
  func openFile() throws {
    for isMemory in [false, true] {
      let name = path("open")
      let number =
        isMemory ? unsafe makeMemoryFile("m", 0) : unsafe open(name, O_RDWR | O_CREAT, 0o600)
      try #require(number >= 0)
      defer { close(number) }
      if !isMemory { unsafe unlink(name) }
      try folder.link("link", to: "/proc/self/fd/\(number)")
      for (count, name) in ["/dev/fd/\(number)", "/proc/self/fd/\(number)", path("link")]
        .enumerated()
      {
        try write("ab", to: name)
        #expect(lseek(number, 0, SEEK_CUR) == 2 * (count + 1))
      }
      var bytes = [UInt8](repeating: 0, count: 10)
      #expect(unsafe pread(number, &bytes, 10, 0) == 6)
      #expect(bytes.starts(with: "ababab".utf8))
      #expect(folder.names == ["link"])
      unsafe unlink(path("link"))
    }
    let error = FileError.failed(path: "/dev/fd/999", .open, errno: EBADF)
    #expect(throws: error) { try Output("/dev/fd/999", isForced: true) }
  }

  /// The mode of a file, and its access control list.
  private func access(_ name: String) throws -> (mode: mode_t, list: [UInt8]) {
    var list = [UInt8](repeating: 0, count: 1000)
    let count = unsafe getxattr(path(name), "system.posix_acl_access", &list, list.count)
    return (try folder.mode(name) & 0o777, Array(list.prefix(max(0, count))))
  }

  /// A list: owner, user 65534, group and others with these permissions. The mask is rw.
  private func list(_ user: UInt8, _ other: UInt8, group: UInt8 = 0) -> [UInt8] {
    let noNumber: [UInt8] = [255, 255, 255, 255]
    return [2, 0, 0, 0]
      + [1, 0, 6, 0] + noNumber
      + [2, 0, user, 0] + [0xFE, 0xFF, 0, 0]
      + [4, 0, group, 0] + noNumber
      + [0x10, 0, 6, 0] + noNumber
      + [0x20, 0, other, 0] + noNumber
  }

  @Test("a file that replaces one with an access control list has the same list")
  func accessList() throws {
    for (count, list) in [list(6, 0), list(4, 4), list(0, 0, group: 4)].enumerated() {
      let name = "old\(count)"
      try folder.makeFile(name, "old", mode: 0o600)
      guard unsafe setxattr(path(name), "system.posix_acl_access", list, list.count, 0) == 0 else {
        return  // This file system has none.
      }
      let before = try access(name)
      try write("new", to: path(name), isForced: true)
      #expect(try folder.text(name) == "new")
      let after = try access(name)
      #expect(after.mode == before.mode && after.list == before.list && after.list == list)
    }
  }

  @Test("the default list of a folder does not open a file that replaces a closed one")
  func folderList() throws {
    let list = list(6, 4)
    guard unsafe setxattr(folder.path, "system.posix_acl_default", list, list.count, 0) == 0 else {
      return
    }
    try folder.makeFile("old", "old", mode: 0o640)
    unsafe removexattr(path("old"), "system.posix_acl_access")
    #expect(unsafe chmod(path("old"), 0o640) == 0)
    try write("new", to: path("old"), isForced: true)
    let after = try access("old")
    #expect(after.mode == 0o640 && after.list == [])
  }

  @Test(
    "where permissions cannot be set, as on vfat, a file is replaced, unless it would be open to more people"
  )
  func permissionsRefused() throws {
    var system = SystemCalls()
    system.setPermissions = { _, _ in
      errno = EPERM
      return -1
    }
    try folder.makeFile("wide", "old", mode: 0o666)
    try SystemCalls.$current.withValue(system) {
      try write("new", to: path("wide"), isForced: true)
    }
    #expect(try folder.text("wide") == "new")
    // Every file of this disk may be read by everybody, and this one should not.
    system.openFile = { name, flags, mode in
      let number = SystemCalls().openFile(name, flags, mode)
      if flags & O_CREAT != 0 { fchmod(number, 0o777) }
      return number
    }
    try folder.makeFile("closed", "old", mode: 0o600)
    SystemCalls.$current.withValue(system) {
      let error = FileError.failed(path: path("closed"), .open, errno: EPERM)
      #expect(throws: error) { try write("new", to: path("closed"), isForced: true) }
    }
    #expect(try folder.text("closed") == "old")
    #expect(folder.names == ["closed", "wide"])
  }
  #endif

  @Test("two names that differ in case are rivals only where the disk takes them for one")
  func rivals() throws {
    let first = try Output(path("D.wav"), isForced: false)
    let second = try Output(path("d.WAV"), isForced: false)
    try folder.makeFile("probe")
    var status = stat()
    let isOne = unsafe stat(path("PROBE"), &status) == 0
    #expect(first.isRival(of: second) == isOne && second.isRival(of: first) == isOne)
    let same = try Output(path("D.wav"), isForced: false)
    #expect(first.isRival(of: same))
    let long = String(repeating: "x", count: 250)
    let longer = try Output(path(long + "a"), isForced: false)
    #expect(!longer.isRival(of: try Output(path(long + "b"), isForced: false)))
  }

  @Test("an error on the terminal has no control characters")
  func shown() {
    let error = FileError.exists(path: "a\n\u{1B}[2J\u{9B}\u{202E}é")
    #expect(error.description.hasPrefix("a\\u{0A}\\u{1B}[2J\\u{9B}\\u{202E}é: "))
    let long = FileError.exists(path: "/a/" + String(repeating: "x", count: 1 << 20) + "/b.wav")
    #expect(long.description.utf8.count < 300)
    #expect(long.description.hasPrefix("/a/xxx") && long.description.contains("...x"))
    #expect(long.description.contains("x/b.wav: "))
  }

  @Test("the temporary file that a killed process left is removed, and no other file")
  func leftovers() throws {
    let stay = [
      ".other.wav.rainsynth-0badcafe.wav", ".out.wav.rainsynth-0badcafx.wav",
      ".out.wav.rainsynth-0badcafe.ogg", ".out.wav.rainsynth-0badcaf",
      ".out.wav.rainsynth-0badcaf.wav", "out.wav.rainsynth-0badcafe.wav",
    ]
    for name in stay { try folder.makeFile(name) }
    // The second run finds a file of that name, which another one has made after the first was killed.
    for isRefused in [false, true] {
      try folder.makeFile(".out.wav.rainsynth-0badcafe.wav")
      // Without an ending behind the digits, too.
      try folder.makeFile(".out.wav.rainsynth-0badcafe")
      try folder.makeFile(".out.wav.rainsynth-0badcaff.wav", mode: 0o400)
      let living = try Output(path("out.wav"), isForced: true)
      if isRefused {
        #expect(throws: FileError.exists(path: path("out.wav"))) {
          _ = try Output(path("out.wav"), isForced: false)
        }
      } else {
        try write("new", to: path("out.wav"))
      }
      #expect(folder.names.count == stay.count + 2)
      withExtendedLifetime(living) {}
    }
    #expect(folder.names == (stay + ["out.wav"]).sorted())
  }

  @Test("two outputs of the same name do not disturb each other")
  func sameTarget() throws {
    let first = try Output(path("out.wav"), isForced: true)
    try first.write(Array("first".utf8))
    let second = try Output(path("out.wav"), isForced: true)
    #expect(folder.names.count == 2)
    try first.commit()
    #expect(try folder.text("out.wav") == "first")
    try second.write(Array("second".utf8))
    try write("third", to: path("out.wav"), isForced: true)
    try second.commit()
    #expect(try folder.text("out.wav") == "second")
    #expect(folder.names == ["out.wav"])
  }

  @Test("a reader that went away is an error of its own where SIGPIPE is ignored")
  func readerGone() throws {
    _ = signal(SIGPIPE, SIG_IGN)
    try #require(unsafe mkfifo(path("fifo"), 0o600) == 0)
    let reader = unsafe open(path("fifo"), O_RDONLY | O_NONBLOCK)
    let output = try Output(path("fifo"), isForced: false)
    close(reader)
    #expect(throws: FileError.readerGone(path: path("fifo"))) {
      try output.write(Array("1".utf8))
    }
  }

  @Test("many files are written at the same time")
  func many() throws {
    let outputs = try (0..<100).map { try Output(path("\($0)"), isForced: false) }
    for output in outputs { try output.commit() }
    #expect(folder.names == (0..<100).map { "\($0)" }.sorted())
  }
}

#if os(Linux)
// Headers that are not in the module of the C library.
@_silgen_name("getxattr")
private func getxattr(
  _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer?,
  _ size: Int
) -> Int
@_silgen_name("setxattr")
private func setxattr(
  _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeRawPointer?,
  _ size: Int, _ flags: Int32
) -> Int32
@_silgen_name("removexattr")
@discardableResult
private func removexattr(_ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>) -> Int32
@_silgen_name("memfd_create")
private func makeMemoryFile(_ name: UnsafePointer<CChar>, _ flags: UInt32) -> Int32
#endif
