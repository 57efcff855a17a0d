import { Modal, Stack } from "@mantine/core";
import { useNavigate } from "react-router";
import { changeCustomer, useCustomerAction } from "../api/customers.ts";
import type { Customer } from "../api/types.ts";
import { EmailInput } from "../components/address-inputs.tsx";
import { customerAddress } from "../components/customer-address.ts";
import { FormButtons } from "../components/form-buttons.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { showDone } from "../components/notify.tsx";
import { readableAddress } from "../components/readable-address.ts";
import { closeDialog } from "../components/unsaved.tsx";
import { useServerForm } from "../components/use-server-form.ts";

interface DialogProps {
  customer: Customer;
  opened: boolean;
  onClose: () => void;
}

/** Gives all orders of the customer, and all gifts to the customer, another address. */
export function AddressDialog({ customer, opened, onClose }: DialogProps) {
  return (
    <Modal opened={opened} onClose={() => closeDialog(onClose)} title="Change address" centered>
      <Form customer={customer} onClose={onClose} />
    </Modal>
  );
}

function Form({ customer, onClose }: Omit<DialogProps, "opened">) {
  const navigate = useNavigate();
  const saving = useCustomerAction((email: string) => changeCustomer(customer.email, { email }));
  const { form, element, forget } = useServerForm(
    { initialValues: { email: readableAddress(customer.email) } },
    { refusal: saving.error, inDialog: true },
  );
  const save = ({ email }: { email: string }) =>
    saving.mutate(email.trim(), {
      onSuccess: () =>
        showDone(`${customer.orders > 0 ? "The orders" : "The gifts"} now belong to ${readableAddress(email.trim())}.`),
      onSuccessIfMounted: () => {
        forget();
        navigate(customerAddress(email.trim()), { replace: true });
      },
    });
  return (
    <form {...element(save)}>
      <Stack>
        <EmailInput
          label="Email"
          description="All orders and gifts received get this address, and queued emails go there. If another customer has it, the two become one."
          required
          data-autofocus
          {...form.getInputProps("email")}
        />
        <FormProblem error={saving.error} fields={["email"]} />
        <FormButtons submitLabel="Change address" busy={saving.isPending} cancel={() => closeDialog(onClose)} />
      </Stack>
    </form>
  );
}
