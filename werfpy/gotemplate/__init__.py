"""Go's text/template: lexer, parser, compiler to Python, runtime. Pure but for its code cache."""
