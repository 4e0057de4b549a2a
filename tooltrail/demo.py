import typer
app = typer.Typer()
@app.command("list")
def lst()->None:
    raise KeyError(3)
