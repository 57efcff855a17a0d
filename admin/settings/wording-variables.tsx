import { Anchor, Code, Collapse, List, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { variables } from "./wording-variable-names.ts";

/** A collapsible list of Liquid variables. */
export function WordingVariables() {
  const [opened, { toggle }] = useDisclosure();
  return (
    <div>
      <Anchor component="button" type="button" size="sm" py={2} onClick={toggle} aria-expanded={opened}>
        {opened ? "Hide variables" : "Show variables"}
      </Anchor>
      <Collapse expanded={opened}>
        <Text size="sm" mt="xs">
          Texts use Liquid. <Code>{"{{ store.name }}"}</Code> inserts a value.{" "}
          <Code>{'{% if customer.firstName != "" %} … {% endif %}'}</Code> shows text only when the condition is met.
        </Text>
        <List size="sm" spacing={4} mt="xs">
          {variables.map(({ name, words }) => (
            <List.Item key={name}>
              <Code>{name}</Code> {words}
            </List.Item>
          ))}
        </List>
      </Collapse>
    </div>
  );
}
