/// The version of the program, the same in `--version`, the manual page and wherever it signs.
package let rainSynthVersion = "1.0.0"
