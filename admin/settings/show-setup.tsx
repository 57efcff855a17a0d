import { Button, Text } from "@mantine/core";
import { useNavigate } from "react-router";
import { useRights } from "../api/session.ts";
import { useDismissSetup, useSetup } from "../api/setup.ts";
import { showError } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";

/** Brings back the steps of the set-up after an owner has dismissed them. */
export function ShowSetup() {
  const { canManage } = useRights();
  const { data: setup } = useSetup();
  const changing = useDismissSetup();
  const navigate = useNavigate();
  if (!canManage || !setup?.dismissed) return null;
  const show = () => changing.mutate(false, { onError: showError, onSuccessIfMounted: () => void navigate("/admin") });
  return (
    <Section title="Set-up">
      <Text mb="sm">The overview no longer shows the steps of the set-up.</Text>
      <Button variant="default" onClick={show} loading={changing.isPending}>
        Show the steps again
      </Button>
    </Section>
  );
}
