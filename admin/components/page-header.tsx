import { Box, Group, Stack, Text, Title } from "@mantine/core";
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
    <Box mb="lg">
      {back && (
        <TextLink to={back.to} className="back-link" py={2} display="inline-block">
          ← {back.label}
        </TextLink>
      )}
      <Group justify="space-between" align="flex-start" gap="sm" className="page-header">
        <Stack gap={4} miw={0}>
          <Title
            ref={heading}
            order={1}
            tabIndex={-1}
            lineClamp={4}
            title={title.length > 80 ? title : undefined}
            style={{ overflowWrap: "anywhere", textWrap: "pretty" }}
          >
            {title}
          </Title>
          {words && (
            <Text c="dimmed" component="div" style={{ textWrap: "pretty" }}>
              {words}
            </Text>
          )}
        </Stack>
        {children && (
          <Group gap="xs" flex="none" maw="100%">
            {children}
          </Group>
        )}
      </Group>
    </Box>
  );
}
