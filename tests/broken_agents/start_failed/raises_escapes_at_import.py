"""Its exception would paint the terminal red."""



raise ValueError("\x1b[31mred\x1b[0m [/red] \udcff" + "!" * 100_000)
