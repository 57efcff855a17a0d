import { type CSSProperties, type DragEvent, useState } from "react";

/** What makes a row one that can be dragged, and dropped on. */
export interface RowDragging {
  draggable?: boolean;
  onDragStart?: (event: DragEvent) => void;
  onDragOver?: (event: DragEvent) => void;
  onDrop?: (event: DragEvent) => void;
  onDragEnd?: () => void;
  style?: CSSProperties;
}

/**
 * Props for the rows of a list, by their place from 0, with which a pointer drags one to another's place. Keyboards and
 * touch need buttons beside them.
 */
export function useDragging(move: (from: number, to: number) => void): (place: number) => RowDragging {
  const [from, setFrom] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = () => {
    setFrom(null);
    setOver(null);
  };
  return (place) => ({
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.effectAllowed = "move";
      setFrom(place);
    },
    onDragOver: (event: DragEvent) => {
      // Files from outside are for the field above the list.
      if (from === null) return;
      event.preventDefault();
      setOver(place);
    },
    onDrop: (event: DragEvent) => {
      if (from === null) return;
      event.preventDefault();
      if (from !== place) move(from, place);
      end();
    },
    onDragEnd: end,
    style: {
      cursor: "grab",
      ...(from === place ? { opacity: 0.5 } : {}),
      ...(over === place && from !== place ? { outline: "2px dashed var(--mantine-primary-color-filled)" } : {}),
    },
  });
}
