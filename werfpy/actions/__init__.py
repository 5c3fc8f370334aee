"""One use case a file: deploy, rollback, uninstall, plan, template, repair. The only place where the layers meet."""
