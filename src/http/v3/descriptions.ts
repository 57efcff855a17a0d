import { type OpenApiDocument, operationsOf, type Schema } from "./openapi-types.ts";

/**
 * Descriptions of fields whose schema has none: by component and name, or by name where a field means the same
 * everywhere.
 */
const meanings: Record<string, string> = {
  "Activity.at": "When it was changed.",
  "TimelineEvent.at": "When it happened.",
  activity: "The changes.",
  number: "Number of the version.",
  version: "The version.",
  versions: "The versions, newest first.",
  customer: "The customer.",
  customers: "The customers.",
  timeline: "The events.",
  account: "The account.",
  api_token: "The API token: the password of HTTP Basic authentication.",
  attention: "What needs attention.",
  attempts: "Number of attempts to send it.",
  bytes: "Total size of the delivered files, in bytes.",
  content_type: "Media type of the file.",
  created_at: "When it was created.",
  currency: "Three-letter ISO 4217 currency code, such as USD.",
  custom_1: "Free text for your own use.",
  custom_2: "Free text for your own use.",
  custom_3: "Free text for your own use.",
  delete_unused: "Set to true to also delete the file, unless another product uses it.",
  download_count: "Number of counted downloads.",
  downloads: "Counted downloads.",
  email: "Email address.",
  emails: "The emails.",
  errors: "Every invalid field.",
  file: "The file.",
  file_id: "ID of the file.",
  filename: "File name that customers see.",
  files: "The files, in the order customers see them.",
  first_name: "Customer's first name.",
  force: "Set to true to delete the file even if products use it. It is removed from them.",
  id: "Unique identifier.",
  import: "The import.",
  item_sku: "SKU of the product.",
  item_urls: "External links that the product delivers.",
  last_name: "Customer's last name.",
  license_keys: "License keys.",
  mail_settings: "The mail settings.",
  mail_test: "Result of the test.",
  member: "The member.",
  members: "The account's members.",
  message: "The message.",
  messages: "The messages.",
  name: "Name.",
  order: "The order.",
  order_id: "ID of the order.",
  order_item: "The order item.",
  order_items: "The order's items, one for each product.",
  orders: "The orders.",
  page: "Page number, starting at 1.",
  page_footer: "Footer of the order page.",
  page_greeting: "Greeting on the order page.",
  page_notice: "Notice on the order page.",
  page_size: "Number of results per page.",
  preview: "The texts as the customer would read them.",
  price: "Price of one unit.",
  product: "The product.",
  product_id: "ID of the product.",
  product_sku: "SKU of the product.",
  products: "The products.",
  quantity: "Number of units. Each unit gets one license key.",
  recipient: "Email address of the recipient.",
  renewal_request: "The renewal request.",
  renewal_requests: "The renewal requests.",
  requests: "The most recent requests.",
  results: "One result per order, in the order you sent them.",
  setup: "The steps of the set-up.",
  session: "Who is signed in, and to which store.",
  size_bytes: "Size of the file in bytes.",
  sku: "SKU of the product. Must match exactly.",
  stats: "The statistics.",
  status: "Only return results with this status.",
  subject: "Subject line.",
  email_html: "HTML version of the email.",
  email_subject: "Subject line of the email.",
  email_text: "Plain-text version of the email.",
  title: "Order name that the customer sees.",
  total: "Number of results on all pages.",
  tries: "Every attempt to send it, oldest first.",
  two_factor_enabled: "Whether the person signs in with two-factor authentication.",
  "tus-resumable": "Version of the tus protocol: 1.0.0.",
  upload: "The upload.",
  "upload-offset": "Position of the first byte of the body within the file.",
  url: "URL.",
  url_id: "ID of the external link.",
  wording: "The text.",
  wordings: "The texts.",
  "Account.billing_email": "Email address for invoices.",
  "Account.currency": "Used when a price has no currency of its own.",
  "Account.ecommerce_address": "Address of a connected store. Stored for your reference.",
  "Account.payment_address": "Address of a connected payment account. Stored for your reference.",
  "Account.name": "Store name that customers see.",
  "Account.email": "Email address of the store.",
  "Account.url": "Base URL of the account and of its API.",
  "Account.plan": "Name of the plan.",
  "AccountChanges.anonymize_downloads_after_days":
    "Days after which downloads lose IP address and user agent, from 2 to 3650. They still count. Null: never.",
  "AccountChanges.billing_email": "Email address for invoices. Null or empty: none.",
  "AccountChanges.brand_color": "Brand color as `#rrggbb`. Null: the default colors.",
  "AccountChanges.website": "Your store's website. Customers who need help are sent there. Null: none.",
  "AccountChanges.contact_email": "Email address for customers who need help. Null: none.",
  "AccountChanges.currency": "Used when a price has no currency of its own.",
  "AccountChanges.custom_domain": "Your own host name for the store. Null: none.",
  "AccountChanges.download_limit": "Downloads per file for new orders. Null: unlimited.",
  "AccountChanges.download_limit_per_item": "Same as `download_limit`.",
  "AccountChanges.ecommerce_address": "Address of a connected store. Stored for your reference.",
  "AccountChanges.email": "Email address of the store.",
  "AccountChanges.weekly_digest": "Whether the account's email address gets the figures of each week, on Monday.",
  "AccountChanges.erase_activity_after_days": "Days after which entries of the activity log are deleted. Null: kept.",
  "AccountChanges.erase_emails_after_days":
    "Days after which emails lose subject and message, from 2 to 3650. Null: never.",
  "AccountChanges.language": "Language of pages and emails. Null: pages follow the browser, emails are in English.",
  "AccountChanges.locale": "Same as `language`.",
  "Account.hold_rules": "Rules that put orders on hold. All are off at first.",
  "AccountChanges.name": "Store name that customers see.",
  "AccountChanges.order_expiration": "Hours until the links of a new order expire. Null: never.",
  "AccountChanges.order_expiration_in_hours": "Same as `order_expiration`.",
  "AccountChanges.payment_address": "Address of a connected payment account. Stored for your reference.",
  "AccountChanges.allow_previews":
    "Whether customers can play audio and video, and view images and PDF files, in the page. Each counts as a download.",
  "AccountChanges.show_file_updates": "Whether customers see on their pages when a file was updated, and what is new.",
  "AccountChanges.redirect_downloads":
    "Which downloads the S3 store sends itself, by a redirect: `unlimited` for those without a limit, `all` for all.",
  "AccountChanges.reply_to": "Email address for replies. Null: the contact address, or else the store's email address.",
  "AccountChanges.self_service_renewals":
    "How many times customers can renew links without your approval. 0: they always ask you.",
  "AccountChanges.sender_name": "Sender name of emails. Null: the store's name.",
  "AddedKeys.added": "Number of keys added.",
  "AddedKeys.duplicates": "Keys that the product already had, or that you sent twice.",
  "BulkResult.status": "HTTP status that this order would have received on its own.",
  "BulkResult.errors": "Every invalid field. Only present for a rejected order.",
  "BulkResult.order": "The order. Only present if it was created.",
  "DayTotals.date": "Day in UTC.",
  "Download.downloaded_at": "When the download started.",
  "Email.order_id": "ID of the order that the email is about.",
  "EmailTry.outcome": "Result of this attempt.",
  "EmailTry.tried_at": "When the attempt was made.",
  "FailedWording.problem": "Why the text could not be used.",
  "FailedWording.problem_at": "When the problem occurred.",
  "HeldOrder.held_at": "Since when the order is on hold.",
  "HeldOrder.vendor_id": "Your own order ID. Null: none.",
  "FieldError.field": "Path of the field in your request, such as `order_items[0].quantity`.",
  "FieldError.message": "What is wrong. Reads on from the field name.",
  "Import.dry_run": "Whether the file was only checked.",
  "Import.finished_at": "When the import finished. Null until then.",
  "Import.kind": "What the rows of the file describe.",
  "Import.skip_refused": "Whether valid rows are imported even if others are rejected.",
  "Import.state": "Progress of the import.",
  "ItemUrl.name": "Link text that customers see.",
  "LicenseKey.assigned_at": "When the key was assigned. Null until then.",
  "LicenseKey.key": "The license key.",
  "LicenseKey.order_item_id": "ID of the order item that has the key. Null while the key is available.",
  "LicenseKeysRemoval.license_keys": "The keys to remove.",
  "MailSettings.server_port": "Port of the mail server. Null if no mail server is set up.",
  "MessageHeader.value": "Value of the header.",
  "MessageWithContent.from": "Sender.",
  "MessageWithContent.to": "Recipient, as written in the message.",
  "MessageWithContent.headers": "All headers.",
  "MessageWithContent.html_body": "HTML version of the message.",
  "MessageWithContent.text_body": "Plain-text version of the message.",
  "NewLicenseKeys.license_keys": "The keys to add, each of 1 to 1,000 characters.",
  "NewOrder.email": "Customer's email address. The delivery email is sent there.",
  "NewOrder.order_items": "The order's lines. Lines for the same product are added up.",
  "NewOrder.currency": "Currency of the prices. By default the products' currency, or else the account's.",
  "NewOrder.hold":
    "Whether to put the order on hold: it delivers nothing, and gets its license keys and its email when you release it. Default: false.",
  "NewOrder.send_email": "Whether to send the delivery email. Default: true.",
  "NewOrderItem.downloads_remaining": "Downloads per file. Default: the limit of the product or the order.",
  "NewOrderItem.quantity": "Number of units. Default: 1 for a new item; an update keeps the current quantity.",
  "NewProduct.name": "Product name that customers see.",
  "NewMember.email": "Email address that the invitation is sent to.",
  "OpenApiDocument.openapi": "Version of OpenAPI.",
  "Order.download_count": "Number of downloads of all its files.",
  "Order.email": "Customer's email address.",
  "Order.held_at": "Since when the order is on hold. Null: it is not.",
  "Order.revoked_at": "When the order was revoked. Null: it is not revoked.",
  "Order.product_count": "Number of products in the order.",
  "Order.status": "Whether the order's links have expired.",
  "OrderChanges.email": "Customer's email address. Later emails are sent there.",
  "OrderChanges.order_items":
    "Replaces the order's items. Products that stay keep their links, counts and keys; all others are removed.",
  "OrderChanges.currency": "Currency of the prices. Null: the account's.",
  "OrderChanges.send_email":
    "Whether to send the delivery email again. It waits while the order is on hold. Default: false.",
  "OrderItem.download_url": "URL of the item's page for the customer.",
  "OrderItem.item_id": "ID of the product.",
  "OrderItem.license_keys": "License keys assigned to the item.",
  "OrderItem.revoked_at": "When the order was revoked. Null: it is not revoked.",
  "OrderItem.product_name": "Name of the product.",
  "Problem.detail": "What went wrong and what to do about it, in one sentence.",
  "Problem.status": "HTTP status code.",
  "Problem.title": "Short name of the kind of problem.",
  "Problem.type": "Always `about:blank`.",
  "Product.license_keys_available": "Number of license keys that are not assigned yet.",
  "Product.name": "Product name that customers see.",
  "Product.orders_count": "Number of orders that contain the product.",
  "Product.price": "Price of one unit. Null: none.",
  "ProductChanges.name": "Product name that customers see.",
  "RefusedRow.reason": "Why the row was rejected.",
  "RemovedKeys.removed": "Number of keys removed.",
  "RenewalRequest.declined_at": "When the request was declined, or null.",
  "RenewalRequest.granted_at": "When the request was granted, or null.",
  "RenewalRequest.reason": "Why the links had stopped working.",
  "RenewalRequest.status": "Whether the request is open, granted or declined.",
  "Session.handle": "The store's handle: the first part of its host name.",
  "Session.order_expiration_in_hours": "Hours until the links of a new order expire. Null: never.",
  "Session.download_limit_per_item": "Downloads per file for new orders. Null: unlimited.",
  "Stats.from": "First day, in UTC.",
  "Stats.to": "Last day, in UTC.",
  "Stats.totals": "Totals for all days.",
  "Totals.orders": "Number of orders created.",
  "DayTotals.orders": "Number of orders created.",
  "ProductTotals.orders": "Number of orders that contain the product.",
  "SearchResult.type": "What was found.",
  "WaitingProduct.orders_waiting": "Number of orders that are still waiting for license keys.",
  "Attention.total": "Number of results.",
  "Attention.used": "Number of emails queued so far.",
  "Wording.updated_at": "When the text was last changed. Null: never.",
  "Wording.problem_at": "When the problem occurred. Null: no problem.",
  "WordingChange.source": "The new template in Liquid. Null: use the built-in text.",
  email_status: "Status of the delivery email.",
  all: "Set to true to remove every key that is not assigned.",
};

/** Adds the descriptions kept here to every field and parameter that has none. */
export function addDescriptions(document: OpenApiDocument): void {
  for (const [name, schema] of Object.entries(document.components.schemas)) describeFields(schema, name);
  for (const operations of Object.values(document.paths)) {
    for (const { parameters = [] } of Object.values(operations)) {
      for (const parameter of parameters) {
        const meaning = parameter.schema.description ?? meanings[parameter.name];
        if (parameter.description === undefined && meaning !== undefined) parameter.description = meaning;
      }
    }
  }
  for (const { requestBody, responses } of operationsOf(document)) {
    for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)]) {
      for (const { schema } of Object.values(content)) describeFields(schema, "");
    }
  }
}

function describeFields(schema: Schema, component: string): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const meaning = meanings[`${component}.${name}`] ?? meanings[name];
    if (property.description === undefined && meaning !== undefined) property.description = meaning;
    describeFields(property, component);
  }
  for (const inner of [schema.items, ...(schema.anyOf ?? [])]) if (inner) describeFields(inner, component);
}

/** Lists required fields before optional ones. */
export function putRequiredFirst(document: OpenApiDocument): void {
  for (const schema of Object.values(document.components.schemas)) {
    const { properties, required = [] } = schema;
    if (!properties) continue;
    const rank = ([name]: [string, Schema]) => (required.includes(name) ? 0 : 1);
    schema.properties = Object.fromEntries(
      Object.entries(properties).toSorted((one, other) => rank(one) - rank(other)),
    );
  }
}
