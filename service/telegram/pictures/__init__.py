"""Pictures for people who would rather look than read: the table with the reader's hand, the score sheet, the course.

Pure: a `TableView` (or a finished deal), a `Tongue` and a theme in, the bytes of a JPEG out. What is drawn comes from
the viewer's observation alone, so no picture can hold a card that its reader may not see. The text beside a picture is
complete without it.
"""

from service.telegram.pictures.course import course_picture
from service.telegram.pictures.score import score_picture
from service.telegram.pictures.table import table_picture

__all__ = ["course_picture", "score_picture", "table_picture"]
