import { Group, NumberInput, Stack, Switch, Text, TextInput } from "@mantine/core";
import type { Account, AccountChanges } from "../api/types.ts";
import { CurrencySelect } from "../components/currency-select.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { Section } from "../components/section.tsx";
import { SaveBar } from "./save-bar.tsx";
import { useAccountForm } from "./use-account-form.ts";

type Draft = number | "";

interface Values {
  byAddresses: boolean;
  addresses: Draft;
  addressHours: Draft;
  byOrders: boolean;
  orders: Draft;
  orderHours: Draft;
  byTotal: boolean;
  above: Draft;
  currency: string;
  countries: string;
  domains: string;
}

type HoldRules = Account["hold_rules"];

/** What the fields show while a rule is off. */
const usual = { addresses: 10, orders: 3, hours: 24, above: 500 };

const savedOf = ({ hold_rules: rules, currency }: Account): Values => ({
  byAddresses: rules.many_addresses !== null,
  addresses: rules.many_addresses?.more_than ?? usual.addresses,
  addressHours: rules.many_addresses?.hours ?? usual.hours,
  byOrders: rules.many_orders !== null,
  orders: rules.many_orders?.more_than ?? usual.orders,
  orderHours: rules.many_orders?.hours ?? usual.hours,
  byTotal: rules.total !== null,
  above: rules.total?.above ?? usual.above,
  currency: rules.total?.currency ?? currency,
  countries: rules.countries.join(", "),
  domains: rules.email_domains.join(", "),
});

/** Rules that put orders on hold until somebody has looked at them. */
export function HoldForm({ account }: { account: Account }) {
  const form = useAccountForm<Values>({
    saved: savedOf(account),
    changesOf: rulesOf,
    problemsOf: (edits) => problemsOf({ ...savedOf(account), ...edits }),
    done: "Saved. The rules hold orders from now on.",
  });
  const { values, set, wrong, canManage } = form;
  const readOnly = !canManage;
  const field = (name: "addresses" | "addressHours" | "orders" | "orderHours" | "above") => ({
    value: values[name],
    onChange: (next: unknown) => set({ [name]: next === "" ? "" : Number(next) }),
    error: wrong[name],
    readOnly,
  });
  return (
    <Section title="Orders to check" untitled>
      <form {...form.element}>
        <Stack>
          <Text size="sm" c="dimmed">
            An order on hold delivers nothing, and its customer reads that you are checking it. You get an email, at
            most one an hour. A rule holds an order once: after you release it, the same rule does not hold it again.
          </Text>
          <Switch
            label="Downloaded from many places"
            description="Counts the networks from which one order is downloaded. Often a sign that its link was shared."
            checked={values.byAddresses}
            onChange={(event) => set({ byAddresses: event.currentTarget.checked })}
            disabled={readOnly}
          />
          {values.byAddresses && (
            <Group align="flex-start" gap="sm">
              <Whole label="More addresses than" max={1000} {...field("addresses")} />
              <Whole label="Within hours" max={720} {...field("addressHours")} />
            </Group>
          )}
          <Switch
            label="Many orders from one customer"
            description="Counts new orders with the same email address."
            checked={values.byOrders}
            onChange={(event) => set({ byOrders: event.currentTarget.checked })}
            disabled={readOnly}
          />
          {values.byOrders && (
            <Group align="flex-start" gap="sm">
              <Whole label="More orders than" max={1000} {...field("orders")} />
              <Whole label="Within hours" max={720} {...field("orderHours")} />
            </Group>
          )}
          <Switch
            label="A high total"
            checked={values.byTotal}
            onChange={(event) => set({ byTotal: event.currentTarget.checked })}
            disabled={readOnly}
          />
          {values.byTotal && (
            <Group align="flex-start" gap="sm">
              <NumberInput
                label="Total above"
                min={0}
                allowNegative={false}
                decimalScale={2}
                w={{ base: "100%", xs: 200 }}
                {...field("above")}
              />
              <CurrencySelect
                label="Currency"
                value={values.currency}
                onChange={(currency: string) => set({ currency })}
                disabled={readOnly}
              />
            </Group>
          )}
          <TextInput
            label="Countries"
            placeholder="None, or codes such as NG, RU"
            description={knownCountries(account)}
            {...form.text("countries")}
          />
          <TextInput
            label="Email domains"
            placeholder="None, or domains such as mailinator.com"
            description="Holds new orders with an address at one of these domains. Separate them with commas."
            {...form.text("domains")}
          />
          <FormProblem error={form.error} fields={[]} />
          <SaveBar form={form} />
        </Stack>
      </form>
    </Section>
  );
}

interface WholeProps {
  label: string;
  max: number;
  value: Draft;
  onChange: (next: unknown) => void;
  error: string | undefined;
  readOnly: boolean;
}

function Whole({ label, max, ...field }: WholeProps) {
  return (
    <NumberInput
      label={label}
      min={1}
      max={max}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="strict"
      w={{ base: "100%", xs: 200 }}
      {...field}
    />
  );
}

/** Where countries come from. */
function knownCountries({ country_header: header }: Account): string {
  const ofOrders = "Two-letter codes. Holds new orders whose country your shop sent, if it is one of these";
  return header === null
    ? `${ofOrders}. The country of visitors is not known here: your proxy has to send it (WAYBILL_COUNTRY_HEADER).`
    : `${ofOrders}, and orders whose links are opened from one of them (your proxy sends ${header}).`;
}

const listOf = (text: string) => text.split(/[\s,;]+/).filter(Boolean);

function rulesOf(values: Values): AccountChanges {
  const rules: HoldRules = {
    many_addresses: values.byAddresses
      ? { more_than: Number(values.addresses), hours: Number(values.addressHours) }
      : null,
    many_orders: values.byOrders ? { more_than: Number(values.orders), hours: Number(values.orderHours) } : null,
    total: values.byTotal ? { above: Number(values.above), currency: values.currency } : null,
    countries: listOf(values.countries),
    email_domains: listOf(values.domains),
  };
  return { hold_rules: rules };
}

function problemsOf(values: Values): Record<string, string> {
  const problems: Record<string, string> = {};
  const required = (isOn: boolean, names: ("addresses" | "addressHours" | "orders" | "orderHours")[]) => {
    for (const name of names)
      if (isOn && (values[name] === "" || values[name] === 0)) problems[name] = "Enter 1 or more.";
  };
  required(values.byAddresses, ["addresses", "addressHours"]);
  required(values.byOrders, ["orders", "orderHours"]);
  if (values.byTotal && values.above === "") problems.above = "Enter an amount.";
  const wrongCountry = listOf(values.countries).find((code) => !/^[a-z][a-z\d]$/i.test(code));
  if (wrongCountry) problems.countries = `“${wrongCountry}” is not a country code. Use two letters, such as DE.`;
  return problems;
}
