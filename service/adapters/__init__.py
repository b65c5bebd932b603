"""Concrete stores, queue and entropy behind `service.ports`. Only `service.bootstrap` chooses between them."""
