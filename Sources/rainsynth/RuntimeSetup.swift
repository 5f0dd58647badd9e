internal import Platform

#if os(Linux)
/// Lets a static executable start where /proc is not mounted.
///
/// The Swift runtime looks for its crash reporter beside the program, before `main`. A static executable
/// finds itself through /proc alone, and the runtime ends the process if that fails, unless a variable says
/// where to look. The number in the name of the section puts this function before those of the runtime.
@section(".init_array.101") @used
private let nameRuntimeFolder: @convention(c) () -> Void = {
  if unsafe access("/proc/self/exe", F_OK) != 0 { unsafe setenv("SWIFT_ROOT", "/", 0) }
}
#endif
