import typer
app = typer.Typer(add_completion=False)
@app.command("list")
def lst()->None:
    raise KeyError(3)
