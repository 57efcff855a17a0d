import { Anchor, Code, Collapse, List, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { variables } from "./wording-texts.ts";

/** What a text can use; shown when asked for. */
export function WordingVariables() {
  const [opened, { toggle }] = useDisclosure();
  return (
    <div>
      <Anchor component="button" type="button" size="sm" py={2} onClick={toggle} aria-expanded={opened}>
        {opened ? "Hide what a text can use" : "What can a text use?"}
      </Anchor>
      <Collapse expanded={opened}>
        <Text size="sm" mt="xs">
          Texts are written in Liquid: <Code>{"{{ store.name }}"}</Code> stands for a value, and{" "}
          <Code>{'{% if customer.firstName != "" %} … {% endif %}'}</Code> for what is said only sometimes.
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
