"""``python -m generator.deploy``."""

from generator.deploy.deploy import deploy

if __name__ == "__main__":
    deploy()
