import { Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { TextLink } from "./links.tsx";

interface PageHeaderProps {
  title: string;
  words?: ReactNode;
  /** The list that this screen belongs to. */
  back?: { to: string; label: string };
  /** The actions, as buttons. */
  children?: ReactNode;
}

/** A screen's heading. Also sets the page title. */
export function PageHeader({ title, words, back, children }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} – Waybill`;
  }, [title]);
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useLocation().key === "default";
  // After navigation the focus starts at the heading, unless a field has autofocus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the screen appears.
  useEffect(() => {
    if (!isFirst && !document.activeElement?.matches("input, textarea, select")) {
      heading.current?.focus({ preventScroll: true });
    }
  }, []);
  return (
    <Group justify="space-between" align="flex-end" mb="lg" gap="sm">
      <Stack gap={4} miw={0}>
        {back && (
          <TextLink to={back.to} size="sm" py={2}>
            ← {back.label}
          </TextLink>
        )}
        <Title ref={heading} order={1} tabIndex={-1} style={{ overflowWrap: "anywhere" }}>
          {title}
        </Title>
        {words && <Text c="dimmed">{words}</Text>}
      </Stack>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  );
}
