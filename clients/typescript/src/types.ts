// Made by scripts/generate-client.ts from the OpenAPI document.

export interface Account {
  /** Unique identifier. */
  id: number;
  /** Store name that customers see. */
  name: string;
  /** Address that gets renewal requests, notices and the emails of test orders. */
  email: string;
  /** Base URL of the account and of its API. */
  url: string;
  /** Email address for invoices. Null: none. */
  billing_email: string | null;
  /** Hours until the links of a new order expire. Null: never. */
  order_expiration: number | null;
  /** Downloads per file for new orders. Null: unlimited. */
  download_limit: number | null;
  /** Used when a price has no currency of its own. */
  currency: string;
  /** When it was created. */
  created_at: string;
  /** API key: the user name of HTTP Basic authentication. Null for signed-in people who are not owners. */
  api_key: string | null;
  /** API token: the password of HTTP Basic authentication. Null for signed-in people, who retrieve it from `account/token` if they are owners, and for API keys without the scope `account:manage`. */
  api_token: string | null;
  /** Same as `order_expiration`. */
  order_expiration_in_hours: number | null;
  /** Same as `download_limit`. */
  download_limit_per_item: number | null;
  /** Address of a connected store. Stored for your reference. */
  ecommerce_address: string | null;
  /** Address of a connected payment account. Stored for your reference. */
  payment_address: string | null;
  /** Plan of the account: `free`, `standard` or `unlimited`. */
  plan: string;
  /** Whether the plan includes the API. */
  api_access: boolean;
  /** Delivery emails that the plan allows today (UTC). Null: unlimited. */
  emails_per_day: number | null;
  /** Delivery emails counted toward `emails_per_day` today (UTC). 0 without a limit. */
  emails_today: number;
  /** Your own host name for the store. It serves the store once it is verified. Null: none. */
  custom_domain: string | null;
  /** Verification status of `custom_domain`, and the DNS records that verify it. Null without a custom domain. */
  custom_domain_verification: {
    /** Verification status. failing: a verified domain whose record has been missing for three days. It stops working after 30 days. */
    state: "unverified" | "verified" | "failing";
    /** Whether the domain serves this store now. */
    serving: boolean;
    /** What the last check found wrong. Null: nothing. */
    problem: string | null;
    /** When it was last checked. Null: never. */
    checked_at: string | null;
    /** When it was first verified. Null: never. */
    verified_at: string | null;
    /** For a domain that was set before verification existed: how long it works without. Null for all others. */
    serves_until: string | null;
    /** DNS record that verifies the domain. */
    txt_record: {
      /** Name to enter at your DNS provider, such as `_waybill.files.example.com`. */
      name: string;
      /** Value to enter at your DNS provider, exactly as it is. */
      value: string;
    };
    /** DNS record that also verifies the domain, once its requests arrive here. Null if the service runs at an IP address. */
    cname_record: {
      /** Name to enter at your DNS provider, such as `_waybill.files.example.com`. */
      name: string;
      /** Value to enter at your DNS provider, exactly as it is. */
      value: string;
    } | null;
  } | null;
  /** Brand color as `#rrggbb`. Null: the default colors. */
  brand_color: string | null;
  /** URL of the logo. Null: none. */
  logo_url: string | null;
  /** Sender name of emails. Null: the store's name. */
  sender_name: string | null;
  /** Language of pages and emails. Null: pages follow the browser, emails are in English. */
  language: "en" | "de" | "fr" | "es" | "ja" | null;
  /** Same as `language`. */
  locale: "en" | "de" | "fr" | "es" | "ja" | null;
  /** How many times customers can renew links without your approval. 0: they always ask you. */
  self_service_renewals: number;
  /** Days after which downloads lose IP address and user agent. They still count. Null: never. */
  anonymize_downloads_after_days: number | null;
  /** Whether the account's email address gets weekly statistics, on Monday. */
  weekly_digest: boolean;
  /** Whether delivery emails hold a small picture that tells when they are opened. Many mail programs fetch pictures by themselves, or never. */
  track_email_opens: boolean;
  /** Days after which entries of the activity log are deleted. Null: kept. */
  erase_activity_after_days: number | null;
  /** Days after which emails lose subject and message. Null: never. */
  erase_emails_after_days: number | null;
  /** Which downloads the S3 store sends itself, by a redirect: `unlimited` for those without a limit, `all` for all. No effect if the files are not in an S3 store. */
  redirect_downloads: "unlimited" | "all";
  /** Whether customers can play audio and video, and view images and PDF files, in the page. */
  allow_previews: boolean;
  /** Whether playing or viewing a file in the page counts as a download. If not, it also works when no download is left, and stands in the order's timeline only. What is played or viewed can be saved. */
  count_previews: boolean;
  /** Whether customers see on their pages when a file was updated, and what is new. */
  show_file_updates: boolean;
  /** Rules that put orders on hold. All are off at first. */
  hold_rules: HoldRules;
  /** Header in which the proxy of this installation sends the country of customers (`WAYBILL_COUNTRY_HEADER`). Null: only the `country` of orders is known. */
  country_header: string | null;
  /** Email address for replies. Null: `contact_email`, or else `email`. */
  reply_to: string | null;
  /** Your store's website, where customers find help. Null: none. */
  website: string | null;
  /** Email address for customers who need help. Null: the reply address, unless there is a website. */
  contact_email: string | null;
}

export interface AccountChanges {
  /** Store name that customers see. */
  name?: string | undefined;
  /** Address that gets renewal requests, notices and the emails of test orders. */
  email?: string | undefined;
  /** Email address for invoices. Null: none. */
  billing_email?: string | null | undefined;
  /** Used when a price has no currency of its own. */
  currency?: string | undefined;
  /** Hours until the links of a new order expire. Null: never. */
  order_expiration?: number | null | undefined;
  /** Same as `order_expiration`. */
  order_expiration_in_hours?: number | null | undefined;
  /** Downloads per file for new orders. Null: unlimited. */
  download_limit?: number | null | undefined;
  /** Same as `download_limit`. */
  download_limit_per_item?: number | null | undefined;
  /** Address of a connected store. Stored for your reference. */
  ecommerce_address?: string | null | undefined;
  /** Address of a connected payment account. Stored for your reference. */
  payment_address?: string | null | undefined;
  /** Your own host name for the store. It serves the store once it is verified. Null: none. */
  custom_domain?: string | null | undefined;
  /** Brand color as `#rrggbb`. Null: the default colors. */
  brand_color?: string | null | undefined;
  /** Sender name of emails. Null: the store's name. */
  sender_name?: string | null | undefined;
  /** Email address for replies. Null: `contact_email`, or else `email`. */
  reply_to?: string | null | undefined;
  /** Your store's website, where customers find help. Null: none. */
  website?: string | null | undefined;
  /** Email address for customers who need help. Null: the reply address, unless there is a website. */
  contact_email?: string | null | undefined;
  /** Language of pages and emails. Null: pages follow the browser, emails are in English. */
  language?: "en" | "de" | "fr" | "es" | "ja" | null | undefined;
  /** Same as `language`. */
  locale?: string | null | undefined;
  /** How many times customers can renew links without your approval. 0: they always ask you. */
  self_service_renewals?: number | undefined;
  /** Days after which downloads lose IP address and user agent. They still count. Null: never. */
  anonymize_downloads_after_days?: number | null | undefined;
  /** Days after which emails lose subject and message. Null: never. */
  erase_emails_after_days?: number | null | undefined;
  /** Days after which entries of the activity log are deleted. Null: kept. */
  erase_activity_after_days?: number | null | undefined;
  /** Whether the account's email address gets weekly statistics, on Monday. */
  weekly_digest?: boolean | undefined;
  /** Whether delivery emails hold a small picture that tells when they are opened. Many mail programs fetch pictures by themselves, or never. */
  track_email_opens?: boolean | undefined;
  /** Which downloads the S3 store sends itself, by a redirect: `unlimited` for those without a limit, `all` for all. No effect if the files are not in an S3 store. */
  redirect_downloads?: "unlimited" | "all" | undefined;
  /** Whether customers can play audio and video, and view images and PDF files, in the page. */
  allow_previews?: boolean | undefined;
  /** Whether playing or viewing a file in the page counts as a download. If not, it also works when no download is left, and stands in the order's timeline only. What is played or viewed can be saved. */
  count_previews?: boolean | undefined;
  /** Whether customers see on their pages when a file was updated, and what is new. */
  show_file_updates?: boolean | undefined;
  /** Rules that put orders on hold. Rules that you leave out do not change. Null: all off. */
  hold_rules?:
    | {
        /** Downloads of one order from many IP addresses. */
        many_addresses?:
          | {
              /** IP addresses from which one order was downloaded, 1 to 1000. */
              more_than: number;
              /** Within so many hours. */
              hours: number;
            }
          | null
          | undefined;
        /** Country codes of two letters. `T1` is what proxies send for Tor. */
        countries?: string[] | null | undefined;
        /** Holds a new order with a higher total. Null: off. */
        total?:
          | {
              /** Orders with a higher total are held. */
              above: number;
              /** Orders in other currencies are not held. */
              currency: string;
            }
          | null
          | undefined;
        /** Many new orders with the same email address. */
        many_orders?:
          | {
              /** Orders with the same email address, 1 to 1000. */
              more_than: number;
              /** Within so many hours. */
              hours: number;
            }
          | null
          | undefined;
        /** Host names, such as `example.com`, which stands for those below it too. */
        email_domains?: string[] | null | undefined;
      }
    | null
    | undefined;
}

export interface Activity {
  /** Unique identifier. */
  id: number;
  /** When it was changed. */
  at: string;
  /** What kind of change it was. */
  kind: string;
  /** Email address of the member, `API key NAME`, `Shop NAME` of a connection, or for other programs `API` (v3), `API (XML)` (the unversioned interface) or `Command line`. */
  actor: string;
  /** The change in a short English sentence. An order goes by the shop's number or your order ID, if it has one. */
  summary: string;
  /** More about the change. */
  details: {
    /** What was changed. Null: the account. */
    subject: {
      /** `order`, `product`, `file`, `import`, `member`, `customer`, `connection`, `webhook`, `api_key` or `wording`. */
      type: string;
      /** Its ID, or what it is known by, such as the SKU of a product. */
      id: string;
    } | null;
    /** Names of the fields that were sent. */
    fields: string[];
    /** Where the change came from. */
    ip_address: string | null;
  };
}

export interface AddedKeys {
  /** Number of keys added. Keys that the product already had are not among them. */
  added: number;
  /** Keys that the product already had, or that you sent twice. */
  duplicates: string[];
  /** Column names skipped, only if you sent `text`, such as `line 1: License key`. */
  column_names?: string[] | undefined;
  /** Keys that stand in `text` more than once, one entry for each time after the first. They are among the `duplicates` too; the others there existed before. Only if you sent `text`. */
  repeated?: string[] | undefined;
}

export interface Announcement {
  /** Unique identifier. */
  id: number;
  /** ID of the file whose new version the email tells of. */
  file_id: number;
  /** Number of the version that customers are told of. */
  version: number;
  /** File name that customers see. */
  filename: string;
  /** What is new, as customers read it. */
  note: string | null;
  /** waiting: today's share of the email allowance is used up, and it goes on at `resumes_at`. done: all emails were queued. */
  status: "sending" | "waiting" | "stopped" | "done";
  /** Email addresses that it was to go to when it was begun. */
  recipients: number;
  /** Emails that were queued so far: one for each address. */
  queued: number;
  /** Emails that a mail server took, or that were kept without one. */
  sent: number;
  /** Emails that were rejected for good. */
  failed: number;
  /** Email address of the member who began it. Null: a program. */
  created_by: string | null;
  /** When it was created. */
  created_at: string;
  /** When it goes on. Null: it does not wait. */
  resumes_at: string | null;
  /** When the last email was queued. */
  finished_at: string | null;
}

export interface AnnouncementPreview {
  /** Email addresses that it would go to now. */
  recipients: number;
  /** ID of the order shown. Null: a sample order, because nobody is reached. */
  order_id: string | null;
  /** Subject of the email. */
  subject: string;
  /** The email as plain text. */
  text: string;
  /** The email as HTML. */
  html: string;
}

export interface AnnouncementPreviewInput {
  /** ID of the product's file that was updated. */
  file_id: number;
  /** What is new, for customers. Null or absent: the note of the version. */
  note?: string | null | undefined;
}

export interface ApiKey {
  /** Unique identifier. */
  id: number;
  /** Name that you gave the key, by which you recognize it in lists and in the log of calls. */
  name: string;
  /** What the key may do. */
  scopes: string[];
  /** Whether all orders that the key creates are tests. */
  test: boolean;
  /** The key itself. Shown once: when it is created or replaced. Otherwise null. */
  key: string | null;
  /** The last four characters of the key. */
  last_four: string;
  /** When it was created. */
  created_at: string;
  /** When the key stops working. Null: never. */
  expires_at: string | null;
  /** When the key was last used, to within a minute or so. Null: not yet. */
  last_used_at: string | null;
  /** The last four characters of the replaced secret that still works. Null: none. */
  replaced_last_four: string | null;
  /** When the replaced secret stops working. Null: there is none. */
  replaced_ends_at: string | null;
}

export interface ApiKeyChanges {
  /** Name of the key. The activity log shows it where the key changes something. */
  name?: string | undefined;
  /** What the key may do. `orders:read`: See orders, customers, downloads, emails and statistics. `orders:write`: Create and change orders, and send their emails. `products:read`: See products and the list of files. `products:write`: Create and change products, and tell their buyers of updates. `license_keys:manage`: See, add and remove the license keys of products. `files:write`: Upload, download, replace and delete files, also those of products. `connections:manage`: See and change connected shops, and what they sent. Orders can be made through a shop that is connected with it. `webhooks:manage`: See and change webhooks, which send orders to other addresses. `account:manage`: Everything an owner can do: settings, members, texts, API keys, erasing customers. Can read the API token, so give it to nobody you would not make an owner. */
  scopes?:
    | (
        | "orders:read"
        | "orders:write"
        | "products:read"
        | "products:write"
        | "license_keys:manage"
        | "files:write"
        | "connections:manage"
        | "webhooks:manage"
        | "account:manage"
      )[]
    | undefined;
  /** When the key stops working. Null: never. */
  expires_at?: string | null | undefined;
}

export interface ApiKeyReplacement {
  /** Hours for which the old secret also works. 0: it ends at once. Default: 24. */
  overlap_hours?: number | undefined;
}

export interface ApiRequest {
  /** Unique identifier. */
  id: number;
  /** When it was answered. */
  at: string;
  /** HTTP method of the call, such as `POST`. */
  method: string;
  /** Path without the query. Parts that are or may be email addresses or secrets are `…`. */
  path: string;
  /** HTTP status of the response. */
  status: number;
  /** Time until the response began. */
  milliseconds: number;
  /** ID of the key, which may be revoked. Null: the account's API key and token. */
  api_key_id: number | null;
  /** Name that the key had. Null: the account's API key and token. */
  api_key_name: string | null;
  /** The `X-Request-Id` header of the response. */
  request_id: string;
}

export interface Attention {
  /** Products whose orders are waiting for license keys: the 5 with the most waiting orders. */
  keys_waiting: {
    /** Number of all such products. `products` lists some of them. */
    total: number;
    /** The products. */
    products: WaitingProduct[];
  };
  /** Orders on hold, which deliver nothing until you release them: the 5 most recent. */
  held_orders: {
    /** Number of all orders on hold. `orders` lists some of them. */
    total: number;
    /** The orders. */
    orders: HeldOrder[];
  };
  /** Orders for whose subscription the last payment failed, and whose access goes on for now. */
  failed_subscriptions: {
    /** Number of orders. `orders?subscription_status=payment_failed` lists them. */
    total: number;
  };
  /** Events of connected shops that cannot go on by themselves: the 5 most recent. */
  connection_events: {
    /** Number of all such events. `connection_events` lists some of them. */
    total: number;
    /** The events. */
    connection_events: ListedConnectionEvent[];
  };
  /** Products whose license keys last less than two weeks: the 5 most urgent. Products without any key left are not among them. */
  keys_running_out: {
    /** Number of all such products. `products` lists some of them. */
    total: number;
    /** The products. */
    products: ProductRunningOut[];
  };
  /** Orders of the last 30 days whose latest email failed. */
  failed_emails: {
    /** Number of orders, counted up to 1,000. */
    total: number;
    /** The 5 most recent. */
    emails: Email[];
  };
  /** Orders of the last 30 days whose latest email came back after a mail server had accepted it. */
  bounced_emails: {
    /** Number of orders, counted up to 1,000. */
    total: number;
    /** The 5 most recent. */
    emails: Email[];
  };
  /** Orders of the last 30 days whose latest email was over the daily allowance. */
  over_allowance_emails: {
    /** Number of orders, counted up to 1,000. */
    total: number;
    /** The 5 most recent. */
    emails: Email[];
  };
  /** Delivery emails allowed and queued today (UTC). */
  email_allowance: {
    /** Number of emails that the plan allows. Null: unlimited. */
    limit: number | null;
    /** Number of emails counted toward it. 0 without a limit. */
    used: number;
  };
  /** Files of stamped products that cannot be stamped, so that customers do not get them. */
  unstampable_files: {
    /** Number of files, counted up to 1,000. */
    total: number;
    /** The files. */
    files: FileToReplace[];
  };
  /** Products that have been ordered but have no file, link or license key to deliver. */
  products_without_files: {
    /** Number of products, counted up to 1,000. */
    total: number;
    /** The products. */
    products: IncompleteProduct[];
  };
  /** Customers who are waiting for your answer: the 5 most recent. */
  renewal_requests: {
    /** Number of all open requests. `requests` lists some of them. */
    total: number;
    /** The requests. */
    requests: RenewalRequest[];
  };
  /** Your own texts that failed. Customers saw the built-in text instead. */
  failed_wordings: {
    /** Number of all texts that failed. */
    total: number;
    /** The texts. */
    wordings: FailedWording[];
  };
}

export interface BulkResult {
  /** HTTP status that this order would have received on its own. */
  status: number;
  /** The order. Only present if it was created. */
  order?: Order | undefined;
  /** Every invalid field. Only present for a rejected order. */
  errors?: FieldError[] | undefined;
}

export interface Connection {
  /** Unique identifier. */
  id: number;
  /** Which shop it is. `generic`: any that sends signed JSON. */
  kind: "woocommerce" | "stripe" | "shopify" | "lemonsqueezy" | "paddle" | "paypal" | "gumroad" | "generic";
  /** Name of the connection. */
  name: string;
  /** The address to enter in the shop. Null for people who are not owners. */
  url: string | null;
  /** True: its orders are tests. */
  test: boolean;
  /** The signing secret. Null if there is none, and for people who are not owners. */
  secret: string | null;
  /** Until when the secret before this one is valid. */
  old_secret_expires_at: string | null;
  /** Gumroad: your seller ID. Pings of other sellers are refused. */
  seller_id: string | null;
  /** PayPal: ID of the webhook, as PayPal lists it. Waybill asks PayPal with it whether an event is real. */
  webhook_id: string | null;
  /** Address of the shop, or of its API if it is not the usual one. */
  api_url: string | null;
  /** WooCommerce, Stripe, Lemon Squeezy, Paddle, PayPal, Gumroad: access of an order ends with its subscription, so many hours after the time that was paid for, and payments prolong it. Once the subscription is canceled, it ends without them. Null: access does not end. */
  subscription_grace_in_hours: number | null;
  /** The end of the key with which Waybill reads from the shop. */
  api_key_last_four: string | null;
  /** Whether Waybill also asks the shop for orders. */
  polling: boolean;
  /** The shop's orders were read up to this time. */
  polled_until: string | null;
  /** Why the shop could not be asked the last time. */
  poll_problem: string | null;
  /** How events of any other shop are checked and read. */
  generic: {
    /** How the shop signs: `standard_webhooks`, or HMAC-SHA256 of the body in hexadecimal or base64 in the header `header`. */
    signature: "standard_webhooks" | "hmac_hex" | "hmac_base64";
    /** Header with the signature. Not used with Standard Webhooks. */
    header?: string | null | undefined;
    /** Text before the signature in the header, such as `sha256=`. */
    prefix?: string | null | undefined;
    /** Path to the kind of event. Without it, every event is a paid order. */
    event?: string | null | undefined;
    /** Kinds of events that mean a paid order. */
    paid_events?: string[] | null | undefined;
    /** Kinds of events that mean that an order was refunded or canceled. */
    refunded_events?: string[] | null | undefined;
    /** Path to the shop's ID of the order. */
    order_id: string;
    /** Path to the order number that people see. */
    number?: string | null | undefined;
    /** Path to the customer's email address. */
    email?: string | null | undefined;
    /** Path to the customer's first name. */
    first_name?: string | null | undefined;
    /** Path to the customer's last name. */
    last_name?: string | null | undefined;
    /** Path to the currency, a code of three letters such as `EUR`. */
    currency?: string | null | undefined;
    /** Path to the list of lines. Without it, the event is the only line. */
    items?: string | null | undefined;
    /** Path to the SKU, within a line. */
    sku?: string | null | undefined;
    /** Path to the shop's product ID, within a line. */
    product_id?: string | null | undefined;
    /** Path to the product's name, within a line. */
    product_name?: string | null | undefined;
    /** Path to the quantity, within a line. */
    quantity?: string | null | undefined;
    /** Path to the price of one unit, within a line. */
    price?: string | null | undefined;
    /** Path to a value that is true for test orders. */
    test?: string | null | undefined;
  } | null;
  /** What the shop's products are here. */
  mappings: ConnectionMapping[];
  /** When it was created. */
  created_at: string;
  /** Null until the shop has sent its first event. */
  first_event_at: string | null;
  /** When the newest event arrived. */
  last_event_at: string | null;
  /** Requests with a wrong signature. */
  refused_count: number;
  /** When a request last had a wrong signature. */
  last_refused_at: string | null;
  /** Events that need your attention. */
  attention_count: number;
}

export interface ConnectionChanges {
  /** Name of the connection. */
  name?: string | undefined;
  /** True: its orders are tests. */
  test?: boolean | undefined;
  /** The shop's signing secret. The previous one works for another 24 hours. */
  secret?: string | null | undefined;
  /** Gumroad: your seller ID. Events of other sellers are refused. */
  seller_id?: string | null | undefined;
  /** PayPal: ID of the webhook, as PayPal lists it. Waybill asks PayPal with it whether an event is real. */
  webhook_id?: string | null | undefined;
  /** WooCommerce: address of the shop. Others: address of the shop's API, if it is not the usual one. */
  api_url?: string | null | undefined;
  /** WooCommerce, Stripe, Lemon Squeezy, Paddle, PayPal, Gumroad: access of an order ends with its subscription, so many hours after the time that was paid for, and payments prolong it. Once the subscription is canceled, it ends without them. Null: access does not end. */
  subscription_grace_in_hours?: number | null | undefined;
  /** Key with which Waybill reads from the shop, or the client's ID. Null removes key and secret. */
  api_key?: string | null | undefined;
  /** The secret that belongs to the key, if there is one. */
  api_secret?: string | null | undefined;
  /** True: Waybill also asks the shop for orders (WooCommerce, Stripe). */
  polling?: boolean | undefined;
  /** How events of any other shop are checked and read. Required for `generic`. */
  generic?:
    | {
        /** How the shop signs: `standard_webhooks`, or HMAC-SHA256 of the body in hexadecimal or base64 in the header `header`. */
        signature: "standard_webhooks" | "hmac_hex" | "hmac_base64";
        /** Header with the signature. Not used with Standard Webhooks. */
        header?: string | null | undefined;
        /** Text before the signature in the header, such as `sha256=`. */
        prefix?: string | null | undefined;
        /** Path to the kind of event. Without it, every event is a paid order. */
        event?: string | null | undefined;
        /** Kinds of events that mean a paid order. */
        paid_events?: string[] | null | undefined;
        /** Kinds of events that mean that an order was refunded or canceled. */
        refunded_events?: string[] | null | undefined;
        /** Path to the shop's ID of the order. */
        order_id: string;
        /** Path to the order number that people see. */
        number?: string | null | undefined;
        /** Path to the customer's email address. */
        email?: string | null | undefined;
        /** Path to the customer's first name. */
        first_name?: string | null | undefined;
        /** Path to the customer's last name. */
        last_name?: string | null | undefined;
        /** Path to the currency, a code of three letters such as `EUR`. */
        currency?: string | null | undefined;
        /** Path to the list of lines. Without it, the event is the only line. */
        items?: string | null | undefined;
        /** Path to the SKU, within a line. */
        sku?: string | null | undefined;
        /** Path to the shop's product ID, within a line. */
        product_id?: string | null | undefined;
        /** Path to the product's name, within a line. */
        product_name?: string | null | undefined;
        /** Path to the quantity, within a line. */
        quantity?: string | null | undefined;
        /** Path to the price of one unit, within a line. */
        price?: string | null | undefined;
        /** Path to a value that is true for test orders. */
        test?: string | null | undefined;
      }
    | null
    | undefined;
  /** What the shop's products are here. Replaces all mappings. */
  mappings?: ConnectionMapping[] | undefined;
  /** Always null: only a new connection can continue a removed one. */
  continues?: null | undefined;
}

export interface ConnectionEvent {
  /** Unique identifier. */
  id: number;
  /** ID of the connection. */
  connection_id: number;
  /** Name of the connection. */
  connection_name: string;
  /** When it arrived. */
  received_at: string;
  /** Whether the shop sent it, or Waybill asked for it. */
  source: "hook" | "poll";
  /** The shop's name for this kind of event. */
  topic: string;
  /** The shop's ID of the order. */
  external_id: string | null;
  /** What became of it. pending: not processed yet. ignored: not about an order. */
  status: "pending" | "done" | "needs_attention" | "ignored" | "failed";
  /** Why the shop's order needs attention. no_email: it has no usable address. unmatched: lines match no product. rejected: its values break a rule. underpaid: where customers' browsers can choose product and amount, less was paid than the products cost; processing the event again delivers them all the same. partial_refund: an amount was refunded, but not whole lines, or not in the order's currency. unclear: the order was deleted in the shop, its payment is disputed, a refund failed or cannot be read, or its status may mean that it is not paid; `message` says which. no_order: the shop took back a payment that it has not told of. */
  problem: "no_email" | "unmatched" | "rejected" | "underpaid" | "partial_refund" | "unclear" | "no_order" | null;
  /** Lines that match no product. */
  unmatched_lines: UnmatchedLine[];
  /** What went wrong, in words. */
  message: string | null;
  /** The order that was made of it. */
  order_id: number | string | null;
  /** Your order ID. Null: none. */
  order_vendor_id: string | null;
  /** Number by which a connected shop knows the order. Null: none. */
  order_shop_number: string | null;
  /** Failed attempts to process it. */
  attempts: number;
  /** When it is tried again. Null unless it is pending. */
  next_attempt_at: string | null;
  /** Headers of the request, without credentials. */
  headers: {
    /** Name of the header. */
    name: string;
    /** Value of the header. */
    value: string;
  }[];
  /** The body as it arrived. Bytes that are not UTF-8 are replaced. */
  body: string;
}

export interface ConnectionMapping {
  /** The shop's ID of a product, variant or price, its SKU, or the name of a line that has neither. */
  external_id: string;
  /** SKU of your product here. Null: Waybill delivers nothing for it. */
  sku: string | null;
  /** What the shop calls it. Without it, a mapping keeps the name it has. */
  name?: string | undefined;
}

export interface Content {
  /** SKU of the product. */
  sku: string;
  /** The product's name. */
  name: string;
  /** Units of it in one unit of the bundle. */
  quantity: number;
}

export interface Customer {
  /** Email address, as the newest order has it; without orders, as the newest gift to it has it. */
  email: string;
  /** Name in the newest order; without orders, in the newest gift. */
  name: string | null;
  /** Number of orders, without gifts from others. 0 for who only got gifts. */
  orders: number;
  /** When the first order was created. */
  first_order_at: string | null;
  /** When the newest order was created. */
  last_order_at: string | null;
  /** What the orders are worth, by currency. */
  totals: {
    /** Three-letter ISO 4217 currency code, such as USD. */
    currency: string;
    /** Sum of the order totals. Revoked orders and items are left out. */
    amount: number;
  }[];
  /** Your notes. Customers never see them. */
  notes: string | null;
}

export interface CustomerChanges {
  /** New email address for all orders, and for gifts to the customer. If another customer has it, the two become one. */
  email?: string | undefined;
  /** Your notes. Null removes them. Customers never see them. */
  notes?: string | null | undefined;
}

export interface DayTotals {
  /** Day in UTC, such as `2026-11-20`. */
  date: string;
  /** Number of orders created, also of those deleted later. Test orders are left out. */
  orders: number;
  /** Number of counted downloads, also by permalinks. Those of test orders are left out. */
  downloads: number;
  /** Total size of the delivered files, in bytes. */
  bytes: number;
  /** Delivery emails that a mail server accepted. */
  emails: number;
  /** What the orders created on these days are worth, by currency. Orders and items that were revoked or deleted since are left out. */
  revenue: Revenue[];
}

export interface Download {
  /** Unique identifier. */
  id: number;
  /** File name that customers see. */
  filename: string;
  /** Number of the file's version that was sent. */
  file_version: number;
  /** SKU of the product. Kept after the product is deleted. */
  product_sku: string;
  /** ID of the order. Null for a download through the permalink. */
  order_id: number | string | null;
  /** Your order ID. Null: none. */
  order_vendor_id: string | null;
  /** Number by which a connected shop knows the order. Null: none. */
  order_shop_number: string | null;
  /** ID of the order item. Null for a download through the permalink. */
  order_item_id: number | null;
  /** IP address of the customer. Null: removed after the days that the account sets. */
  ip_address: string | null;
  /** When the download started. */
  downloaded_at: string;
  /** Size of the whole file in bytes, also if the download broke off. */
  size_bytes: number;
  /** Whether all bytes of the file were sent, in one response or several. Null: not known, also while the transfer goes on. */
  completed: boolean | null;
  /** Bytes of the file that were sent at least, each counted once. Null: not known. */
  sent_bytes: number | null;
  /** User agent of the client, up to 500 characters. Null: none sent, or removed. */
  user_agent: string | null;
}

export interface EarlierBundles {
  /** Orders that can get what they lack. */
  orders: number;
  /** Orders that lack something and whose links have expired. They get nothing. */
  ended: number;
}

export interface EarlierOrders {
  /** Number of earlier orders that lack keys of this product. */
  orders: number;
  /** Number of units in these orders that have no key. */
  units: number;
  /** Number of these orders that are on hold. They get their keys when they are released. */
  on_hold: number;
  /** True if they get no keys, because the first keys were added with `earlier_orders: skip`. */
  skipped: boolean;
}

export interface Email {
  /** Unique identifier. */
  id: number;
  /** delivery: about one order. library: with the links of all orders of a customer, who asked for them. announcement: about an update of a file of one order. gift_confirmation: to the buyer of a gift, without its links. */
  kind: "delivery" | "library" | "announcement" | "gift_confirmation";
  /** ID of the order that the email is about. Null for `library`. */
  order_id: number | string | null;
  /** Your order ID. Null: none. */
  order_vendor_id: string | null;
  /** Number by which a connected shop knows the order. Null: none. */
  order_shop_number: string | null;
  /** Email address of the recipient. Null means: the order was deleted, and the recipient and the content were erased with it. */
  recipient: string | null;
  /** sent: a mail server accepted it. kept: stored in the mailbox, because no mail server is set up; it was not sent. failed: it was rejected, or its order has no items any more. over_allowance: above the daily allowance, and not sent automatically. cancelled: its order was deleted, put on hold or revoked, or has a newer email. bounced: a mail server accepted it, and could not deliver it. complained: the customer reported it as spam. */
  status: "queued" | "sent" | "kept" | "failed" | "over_allowance" | "cancelled" | "bounced" | "complained";
  /** True: the order is on hold, which stopped this email. The email follows when you release the order. */
  waits_for_release: boolean;
  /** Subject line. Null until the first attempt, and again once the order is deleted, which erases `recipient` too, or after the days that the account sets. Of `library` and `announcement`, the message is never kept. */
  subject: string | null;
  /** Number of attempts to send it. */
  attempts: number;
  /** When it was created. */
  created_at: string;
  /** When a mail server accepted it, or null. */
  sent_at: string | null;
  /** When it will be tried next. Null if it is not queued. */
  next_attempt_at: string | null;
  /** Every attempt to send it, oldest first. */
  tries: EmailTry[];
}

export interface EmailTry {
  /** When the attempt was made. */
  tried_at: string;
  /** bounced and complained are no attempts. They tell that an accepted email came back, or that the customer reported it as spam. */
  outcome: "sent" | "kept" | "temporary_failure" | "permanent_failure" | "not_sent" | "bounced" | "complained";
  /** Reply of the mail server, or the connection error. With not_sent: why there was no attempt. */
  response: string;
}

export interface EmailWithContent {
  /** Unique identifier. */
  id: number;
  /** delivery: about one order. library: with the links of all orders of a customer, who asked for them. announcement: about an update of a file of one order. gift_confirmation: to the buyer of a gift, without its links. */
  kind: "delivery" | "library" | "announcement" | "gift_confirmation";
  /** ID of the order that the email is about. Null for `library`. */
  order_id: number | string | null;
  /** Your order ID. Null: none. */
  order_vendor_id: string | null;
  /** Number by which a connected shop knows the order. Null: none. */
  order_shop_number: string | null;
  /** Email address of the recipient. Null means: the order was deleted, and the recipient and the content were erased with it. */
  recipient: string | null;
  /** sent: a mail server accepted it. kept: stored in the mailbox, because no mail server is set up; it was not sent. failed: it was rejected, or its order has no items any more. over_allowance: above the daily allowance, and not sent automatically. cancelled: its order was deleted, put on hold or revoked, or has a newer email. bounced: a mail server accepted it, and could not deliver it. complained: the customer reported it as spam. */
  status: "queued" | "sent" | "kept" | "failed" | "over_allowance" | "cancelled" | "bounced" | "complained";
  /** True: the order is on hold, which stopped this email. The email follows when you release the order. */
  waits_for_release: boolean;
  /** Subject line. Null until the first attempt, and again once the order is deleted, which erases `recipient` too, or after the days that the account sets. Of `library` and `announcement`, the message is never kept. */
  subject: string | null;
  /** Number of attempts to send it. */
  attempts: number;
  /** When it was created. */
  created_at: string;
  /** When a mail server accepted it, or null. */
  sent_at: string | null;
  /** When it will be tried next. Null if it is not queued. */
  next_attempt_at: string | null;
  /** Every attempt to send it, oldest first. */
  tries: EmailTry[];
  /** Message ID without angle brackets. The same for every attempt. */
  message_id: string;
  /** Plain-text version. Null until the first attempt, and again once the order is deleted, which erases `recipient` too, or after the days that the account sets. Of `library` and `announcement`, the message is never kept. */
  text_body: string | null;
  /** HTML version. Null until the first attempt, and again once the order is deleted, which erases `recipient` too, or after the days that the account sets. Of `library` and `announcement`, the message is never kept. */
  html_body: string | null;
}

export interface EventDeletedOrder {
  /** Unique identifier. */
  id: number | string;
  /** Your order ID. Null: none. */
  vendor_id: string | null;
}

export interface EventFailingConnection {
  /** ID of the connection. */
  id: number;
  /** Which shop it is. */
  kind: "woocommerce" | "stripe" | "shopify" | "lemonsqueezy" | "paddle" | "paypal" | "gumroad" | "generic";
  /** Name of the connection. */
  name: string;
  /** Since when all requests of the shop have had a wrong signature. Null: not that. */
  refused_since: string | null;
  /** When the oldest event arrived that cannot be processed and is tried again. Null: not that. */
  waiting_since: string | null;
  /** Why the shop cannot be asked for orders. Null: not that. */
  poll_problem: string | null;
  /** The shop's orders were read up to this time. Null unless `poll_problem` is set. */
  polled_until: string | null;
}

export interface EventLicense {
  /** ID of the order. */
  order_id: number | string;
  /** Your order ID. Null: none. */
  vendor_id: string | null;
  /** ID of the order item that has the key. */
  order_item_id: number;
  /** ID of the license key. */
  license_key_id: number;
  /** SKU of the product. */
  product_sku: string;
  /** The license key's devices. */
  devices: {
    /** Devices that take a place now. */
    used: number;
    /** Devices on which it can be active at once. Null: any number. */
    limit: number | null;
  };
}

export interface EventLicenseKeyPool {
  /** Unique identifier. */
  id: number;
  /** SKU of the product. */
  sku: string;
  /** Name of the product. */
  name: string;
  /** Number of license keys that are not assigned yet. */
  license_keys_available: number;
  /** Number of orders still waiting for license keys. */
  orders_waiting_for_keys: number;
}

export interface EventLicenseKeys {
  /** ID of the order. */
  order_id: number | string;
  /** Your order ID. Null: none. */
  vendor_id: string | null;
  /** The order item. */
  order_item: EventOrderItem;
}

export interface EventOrder {
  /** Unique identifier, the same as in the unversioned interface. */
  id: number | string;
  /** Your order ID. Null: none. */
  vendor_id: string | null;
  /** Connected shop that sent the order, such as WooCommerce. Null: none. */
  shop: string | null;
  /** Number by which a connected shop and its customers know the order. Null: none. */
  shop_number: string | null;
  /** Customer's first name. */
  first_name: string | null;
  /** Customer's last name. */
  last_name: string | null;
  /** Customer's email address. */
  email: string;
  /** Sum of all prices times quantities, also of revoked items. Null if no item has a price. */
  total: number | null;
  /** Three-letter ISO 4217 currency code, such as USD. */
  currency: string;
  /** Whether the order's links have expired. */
  status: "open" | "expired";
  /** Number of products in the order. */
  product_count: number;
  /** Number of downloads of all its files. */
  download_count: number;
  /** When the order's links expire, if its access does not end before (`access_until`). Null: never, or not before the first download (`expiration_hours_from_first_download`). */
  expiration_date: string | null;
  /** Hours for which the links work after the first counted download, which sets `expiration_date`. Null: the order does not wait for it. */
  expiration_hours_from_first_download: number | null;
  /** Downloads per file, for items that do not have the limit of their product. Null: unlimited. */
  download_limit: number | null;
  /** Free text for your own use. */
  custom_1: string | null;
  /** Free text for your own use. */
  custom_2: string | null;
  /** Free text for your own use. */
  custom_3: string | null;
  /** When it was created. */
  created_at: string;
  /** URL of the order's page for the customer. Null unless the endpoint's `include_secrets` is true. */
  download_url: string | null;
  /** The order's items, one for each product. */
  order_items: EventOrderItem[];
  /** Order name that the customer sees. */
  title: string | null;
  /** manual: created by a signed-in person. api: created by a program or by a connected shop. import: created by an import; earlier versions wrote api. */
  source: "api" | "import" | "manual";
  /** Status of the latest delivery email. Null: none. kept: not sent, because no mail server is set up. bounced: it came back. complained: the customer reported it as spam. */
  email_status:
    | "queued"
    | "sent"
    | "kept"
    | "failed"
    | "over_allowance"
    | "cancelled"
    | "bounced"
    | "complained"
    | null;
  /** State of the order. If several apply, the first in this list. on_hold: you are checking the order, and it delivers nothing. revoked: you have withdrawn the order, or each of its items. expired: the links have expired. email_failed: the latest email failed, came back or was over the daily allowance. waiting_for_key: an item has fewer license keys than units. waiting_for_file: an item has nothing to deliver yet. used_up: no file has downloads left. email_pending: the latest email is queued. delivered: a mail server accepted the latest email. open: the links work, and no email was accepted by a mail server. */
  state:
    | "on_hold"
    | "revoked"
    | "expired"
    | "email_failed"
    | "waiting_for_key"
    | "waiting_for_file"
    | "used_up"
    | "email_pending"
    | "delivered"
    | "open";
  /** Language of the order's page and emails. Null: the account's. */
  locale: "en" | "de" | "fr" | "es" | "ja" | null;
  /** URL of your invoice, which the order's page shows. Null: none. */
  invoice_url: string | null;
  /** Country of the customer: a code of two letters. Null: not known. */
  country: string | null;
  /** Your shop's ID of the subscription that pays for the order. Null: none. */
  subscription_id: string | null;
  /** How the subscription stands. active: it goes on and is paid. payment_failed: the last payment failed. canceled: it ends with `access_until`. ended: access has ended, or the order is revoked. Null: access does not end. */
  subscription_status: "active" | "payment_failed" | "canceled" | "ended" | null;
  /** Until when the customer has paid for access. The links and license keys end then, or the links at `expiration_date` if that is earlier. Null: access does not end. */
  access_until: string | null;
  /** Email address of the person who gets the order as a gift. Null: it is no gift. */
  recipient_email: string | null;
  /** The recipient's name. */
  recipient_name: string | null;
  /** What the buyer writes to the recipient. */
  gift_message: string | null;
  /** When the recipient gets the email, and the links begin to work. Null: at once. */
  deliver_at: string | null;
  /** Since when the order is on hold. Null: it is not. */
  held_at: string | null;
  /** Rules of the account (`hold_rules`) that have put the order on hold. Empty: none. */
  held_by: ("many_addresses" | "countries" | "total" | "many_orders" | "email_domains")[];
  /** When the order was revoked. Null: it is not revoked. */
  revoked_at: string | null;
  /** Whether it is a test: its emails go to the account's email address, it takes no license keys, and it is not counted in statistics. */
  test: boolean;
}

export interface EventOrderItem {
  /** Unique identifier. */
  id: number;
  /** ID of the product. */
  item_id: number;
  /** SKU of the product. */
  item_sku: string;
  /** Price of one unit. The average, if the order had lines for the product at different prices. If a total does not divide by its units, such as 10 for 3, the price is rounded to the currency; `total` stays exact. */
  price: number | null;
  /** Number of counted downloads. Parts of one download count once, and so does a download that the same client (IP address) resumes within 24 hours. */
  download_count: number;
  /** Free text for your own use. */
  custom_1: string | null;
  /** Free text for your own use. */
  custom_2: string | null;
  /** Free text for your own use. */
  custom_3: string | null;
  /** When it was created. */
  created_at: string;
  /** Name of the product. */
  product_name: string;
  /** URL of the product's cover image. Null: none. */
  cover_url: string | null;
  /** Number of units. If the product has license keys, each unit gets one. */
  quantity: number;
  /** Whether the product has a file or an external link now. False: there is nothing to download. */
  has_files: boolean;
  /** Downloads left: the smallest number among its files. Null: unlimited. */
  downloads_remaining: number | null;
  /** Downloads per file: the product's limit when the item was added, or else the order's. Null: unlimited. Changes of `downloads_remaining` are not included. */
  download_limit: number | null;
  /** Size in bytes from which a file is large, as the product had it when the item was added. Null: none. */
  large_file_bytes: number | null;
  /** Downloads per large file. Null: as for all files. */
  large_file_download_limit: number | null;
  /** URL of the item's page for the customer. Null unless the endpoint's `include_secrets` is true. */
  download_url: string | null;
  /** License keys assigned to the item. Empty unless the endpoint's `include_secrets` is true. */
  license_keys: string[];
  /** Number of units still waiting for a license key. 0 for a product without keys, and in a test order. */
  license_keys_due: number;
  /** Why units without a license key get none. `test_order`: test orders take no keys. `earlier_order`: the product's first keys were added only for newer orders. `POST order_items/{id}/license_keys` gives an earlier order one. Null: they wait for one, or nothing is missing. */
  license_keys_omitted: "test_order" | "earlier_order" | null;
  /** Devices on which each of its license keys can be activated at once. Null: the product's `device_limit`. */
  device_limit: number | null;
  /** Until when it gets new versions of the product's files. After that, its links and license keys give the newest version that was added by then. Null: without end. */
  updates_until: string | null;
  /** ID of the order item of the bundle that brought this one, which then has the price 0 and follows its quantity. Null: the product was ordered by itself. */
  bundle_item_id: number | null;
  /** When the item was revoked, on its own or with its whole order. Null: it is not revoked. */
  revoked_at: string | null;
}

export interface EventShopOrder {
  /** The event that needs your attention. Retrieve it for the customer and the whole of what the shop sent. */
  connection_event_id: number;
  /** ID of the connection. */
  connection_id: number;
  /** Name of the connection. */
  connection_name: string;
  /** The shop's ID of the order. Null if it has an @, since it may be the customer's address. */
  external_id: string | null;
  /** Why the shop's order needs attention. no_email: it has no usable address. unmatched: lines match no product. rejected: its values break a rule. underpaid: where customers' browsers can choose product and amount, less was paid than the products cost; processing the event again delivers them all the same. partial_refund: an amount was refunded, but not whole lines, or not in the order's currency. unclear: the order was deleted in the shop, its payment is disputed, a refund failed or cannot be read, or its status may mean that it is not paid; `message` says which. no_order: the shop took back a payment that it has not told of. Null: it was solved meanwhile. */
  problem: "no_email" | "unmatched" | "rejected" | "underpaid" | "partial_refund" | "unclear" | "no_order" | null;
  /** Lines that match no product. */
  unmatched_lines: UnmatchedLine[];
  /** The order that was made of it. Null: none yet. */
  order_id: number | string | null;
}

export interface EventSubscription {
  /** ID of the order. */
  order_id: number | string;
  /** Your order ID. Null: none. */
  vendor_id: string | null;
  /** Your shop's ID of the subscription that pays for the order. Null: none. */
  subscription_id: string | null;
  /** Until when the customer has paid for access. The links and license keys end then, or the links at `expiration_date` if that is earlier. Null: access does not end. */
  access_until: string | null;
}

export interface EventSubscriptionRenewed {
  /** ID of the order. */
  order_id: number | string;
  /** Your order ID. Null: none. */
  vendor_id: string | null;
  /** Your shop's ID of the subscription that pays for the order. Null: none. */
  subscription_id: string | null;
  /** Until when the customer has paid for access. The links and license keys end then, or the links at `expiration_date` if that is earlier. Null: access does not end. */
  access_until: string | null;
  /** The payment. */
  payment: Payment;
}

export interface EventTest {
  /** ID of the endpoint. */
  id: number;
  /** Where events are sent. */
  url: string;
}

export interface FailedWording {
  /** Which text it is. */
  name:
    | "email_subject"
    | "email_text"
    | "email_html"
    | "update_subject"
    | "update_text"
    | "update_html"
    | "page_greeting"
    | "page_notice"
    | "page_footer";
  /** Language of the text. Null: the text for all languages that have none of their own. */
  locale: "en" | "de" | "fr" | "es" | "ja" | null;
  /** Why the text could not be used. */
  problem: string;
  /** When the text failed. */
  problem_at: string;
}

export interface FieldError {
  /** Path of the field in your request, such as `order_items[0].quantity`. */
  field: string;
  /** What is wrong. Reads on from the field name. */
  message: string;
}

export interface File {
  /** Unique identifier. */
  id: number;
  /** File name that customers see. */
  filename: string;
  /** Size of the file in bytes. */
  size_bytes: number;
  /** Media type of the file, such as `application/zip`. */
  content_type: string;
  /** SHA-256 hash of the content, in hexadecimal. */
  sha256: string;
  /** Path of the file under the permalink of a product that uses it. Null if no such permalink is enabled. */
  permalink: string | null;
  /** Number of the version that customers get, starting at 1. */
  version: number;
  /** What is new in this version, for customers. */
  version_note: string | null;
  /** When it was created. */
  created_at: string;
  /** When the content changed last. Null: it is still the first version. */
  updated_at: string | null;
}

export interface FileName {
  /** New name, without a path. Customers see it, and save the file under it. */
  filename: string;
}

export interface FileToReplace {
  /** Unique identifier. */
  id: number;
  /** SKU of the product. */
  sku: string;
  /** Name of the product. */
  name: string;
  /** Unique identifier. */
  file_id: number;
  /** Name of the file. */
  filename: string;
  /** Why it cannot be stamped. */
  problem: "encrypted" | "signed" | "broken" | "too_large";
}

export interface FileTransfers {
  /** ID of the product. */
  product_id: number;
  /** SKU of the product. */
  sku: string;
  /** File name that customers see. */
  filename: string | null;
  /** Downloads of which it is known how far they came. */
  ended: number;
  /** Those of which all bytes were sent. */
  completed: number;
  /** Bytes that were sent, each of a download once. */
  sent_bytes: number;
  /** Average of completed responses that took 10 seconds or more. Null: there were none. */
  bytes_per_second: number | null;
}

export interface FileVersionChanges {
  /** What is new in this version, for customers. */
  note?: string | null | undefined;
  /** Version of the program that this is: up to four numbers, then `-beta.1` or the like. Null: not in update feeds. */
  version?: string | null | undefined;
  /** System that it is for. `any` is all of them. Null: not in update feeds. */
  platform?:
    | "any"
    | "mac-arm64"
    | "mac-x64"
    | "mac-universal"
    | "windows-x64"
    | "windows-arm64"
    | "windows-x86"
    | "linux-x64"
    | "linux-arm64"
    | null
    | undefined;
  /** The developer's signature, which update feeds pass on unchanged. Null: none. */
  signature?: string | null | undefined;
  /** Set to true to make this the version that customers get. */
  current?: boolean | undefined;
}

export interface GiveContents {
  /** Send each customer the delivery email again. Default: false. Orders on hold, and gifts that are still to come, have their email later. None goes to undeliverable addresses, or beyond the daily allowance. */
  send_email?: boolean | null | undefined;
  /** `next` of the call before. Default: from the oldest order on. */
  after?: number | null | undefined;
}

export interface GivenContents {
  /** Orders that got what they lacked. */
  given: number;
  /** Those of them whose email is on its way. */
  emailed: number;
  /** Orders that would become too large. They got nothing. */
  failed: NotGiven[];
  /** `after` of the next call. Null: no order is left. */
  next: number | null;
}

export interface HeldOrder {
  /** Unique identifier, the same as in the unversioned interface. */
  id: number | string;
  /** Your order ID. Null: none. */
  vendor_id: string | null;
  /** Number by which a connected shop and its customers know the order. Null: none. */
  shop_number: string | null;
  /** Customer's email address. */
  email: string;
  /** Since when the order is on hold. */
  held_at: string;
}

export interface HoldRules {
  /** Holds an order that was downloaded from more IP addresses. All of an IPv6 /64 network count as one. Null: off. */
  many_addresses: {
    /** IP addresses from which one order was downloaded. */
    more_than: number;
    /** Within so many hours. */
    hours: number;
  } | null;
  /** Holds an order whose `country` is one of these, or whose page or files are opened from one of them. Empty: off. */
  countries: string[];
  /** Holds a new order with a higher total in this currency. Null: off. */
  total: {
    /** Orders with a higher total are held. */
    above: number;
    /** Three-letter ISO 4217 currency code, such as USD. */
    currency: string;
  } | null;
  /** Holds a new order if there are more orders with its email address. Null: off. */
  many_orders: {
    /** Orders with the same email address. */
    more_than: number;
    /** Within so many hours. */
    hours: number;
  } | null;
  /** Holds a new order with an email address at one of these domains, or at one below them. Empty: off. */
  email_domains: string[];
}

export interface Import {
  /** Unique identifier. */
  id: number;
  /** What the rows of the file describe. */
  kind: "products" | "orders" | "license_keys";
  /** `checking` the rows, `applying` them, `done`, or `failed`: then nothing was imported. */
  state: "checking" | "applying" | "done" | "failed";
  /** Number of rows, without the header and empty rows. */
  rows: number;
  /** Number of rows processed in the current state. */
  done_rows: number;
  /** Number of valid rows. */
  accepted: number;
  /** The rejected rows, with one entry per invalid cell, up to 10000. Empty until the state is done. */
  refused: RefusedRow[];
  /** Columns that were ignored. */
  unknown_columns: string[];
  /** Sentences about values that were interpreted or ignored. Complete once the state is done. */
  notes: string[];
  /** Whether the file was only checked. */
  dry_run: boolean;
  /** Whether valid rows are imported even if others are rejected. */
  skip_refused: boolean;
  /** Whether the accepted rows were imported. Either all of them are, or none. */
  applied: boolean;
  /** Why the import failed. Nothing was imported in that case. Null: it did not fail. */
  problem: string | null;
  /** When it was created. */
  created_at: string;
  /** When the import finished. Null until then. */
  finished_at: string | null;
}

export interface IncompleteProduct {
  /** Unique identifier. */
  id: number;
  /** SKU of the product. */
  sku: string;
  /** Name of the product. */
  name: string;
}

export interface ItemUrl {
  /** Unique identifier. */
  id: number;
  /** URL that the link leads to. */
  url: string;
  /** Link text that customers see. */
  name: string;
  /** Number of counted downloads. Parts of one download count once, and so does a download that the same client (IP address) resumes within 24 hours. */
  download_count: number;
  /** When it was created. */
  created_at: string;
}

export interface LibraryEmail {
  /** Unique identifier. */
  id: number;
  /** Email address of the recipient. */
  recipient: string | null;
  /** As that of delivery emails. */
  status: string;
  /** Subject line. */
  subject: string | null;
  /** When it was created. */
  created_at: string;
  /** When a mail server accepted it, or null. */
  sent_at: string | null;
}

export interface LicenseDevice {
  /** Unique identifier. */
  id: number;
  /** What the program calls the device. Null: it says nothing. */
  name: string | null;
  /** False for a local or staging site, of which three take none of the key's places. */
  takes_place: boolean;
  /** When the license was activated on it. */
  activated_at: string;
  /** When its program last asked, to the hour. */
  last_seen_at: string;
}

export interface LicenseKey {
  /** Unique identifier. */
  id: number;
  /** The key itself, as customers see it. */
  key: string;
  /** SKU of the product. */
  product_sku: string;
  /** ID of the order that has the key. Null while the key is available. */
  order_id: number | string | null;
  /** Your order ID. Null: none. */
  order_vendor_id: string | null;
  /** Number by which a connected shop knows the order. Null: none. */
  order_shop_number: string | null;
  /** ID of the order item that has the key. Null while the key is available. */
  order_item_id: number | null;
  /** When the key was assigned. Null until then. */
  assigned_at: string | null;
  /** When another key took its place. Null: it was not replaced. */
  replaced_at: string | null;
  /** Why it was replaced, for the store. Null: none was given. */
  replaced_reason: string | null;
  /** When it was created. */
  created_at: string;
}

export interface LicenseKeyHandOut {
  /** The key to give, from the product's pool or a new one. Null: the oldest key of the pool. */
  license_key?: string | null | undefined;
  /** Whether to send the delivery email with the key. Default: true. The item gets the key also if the address gets no emails: `email_not_sent` says so. */
  send_email?: boolean | undefined;
}

export interface LicenseKeyReplacement {
  /** Why it is replaced. Only the store sees it. */
  reason?: string | null | undefined;
  /** The key to give, from the product's pool or a new one. Null: the oldest key of the pool. */
  license_key?: string | null | undefined;
  /** Whether to send the delivery email with the key. Default: true. The item gets the key also if the address gets no emails: `email_not_sent` says so. */
  send_email?: boolean | undefined;
}

export interface LicenseKeysRemoval {
  /** The keys to remove. Keys that orders have cannot be removed. */
  license_keys?: string[] | undefined;
}

export interface LicenseSigningKey {
  /** Thumbprint of the public key (RFC 7638). `Waybill-Signature` names it. */
  id: string;
  /** The public key of Ed25519: 32 bytes in base64url. */
  public_key: string;
  /** When it was created. */
  created_at: string;
}

export interface ListedConnectionEvent {
  /** Unique identifier. */
  id: number;
  /** ID of the connection. */
  connection_id: number;
  /** Name of the connection. */
  connection_name: string;
  /** When it arrived. */
  received_at: string;
  /** Whether the shop sent it, or Waybill asked for it. */
  source: "hook" | "poll";
  /** The shop's name for this kind of event. */
  topic: string;
  /** The shop's ID of the order. */
  external_id: string | null;
  /** What became of it. pending: not processed yet. ignored: not about an order. */
  status: "pending" | "done" | "needs_attention" | "ignored" | "failed";
  /** Why the shop's order needs attention. no_email: it has no usable address. unmatched: lines match no product. rejected: its values break a rule. underpaid: where customers' browsers can choose product and amount, less was paid than the products cost; processing the event again delivers them all the same. partial_refund: an amount was refunded, but not whole lines, or not in the order's currency. unclear: the order was deleted in the shop, its payment is disputed, a refund failed or cannot be read, or its status may mean that it is not paid; `message` says which. no_order: the shop took back a payment that it has not told of. */
  problem: "no_email" | "unmatched" | "rejected" | "underpaid" | "partial_refund" | "unclear" | "no_order" | null;
  /** Lines that match no product. */
  unmatched_lines: UnmatchedLine[];
  /** What went wrong, in words. */
  message: string | null;
  /** The order that was made of it. */
  order_id: number | string | null;
  /** Your order ID. Null: none. */
  order_vendor_id: string | null;
  /** Number by which a connected shop knows the order. Null: none. */
  order_shop_number: string | null;
  /** Failed attempts to process it. */
  attempts: number;
  /** When it is tried again. Null unless it is pending. */
  next_attempt_at: string | null;
}

export interface ListedCustomer {
  /** Email address, as the newest order has it; without orders, as the newest gift to it has it. */
  email: string;
  /** Name in the newest order; without orders, in the newest gift. */
  name: string | null;
  /** Number of orders, without gifts from others. 0 for who only got gifts. */
  orders: number;
  /** When the first order was created. */
  first_order_at: string | null;
  /** When the newest order was created. */
  last_order_at: string | null;
}

export interface MailHook {
  /** Unique identifier. */
  id: number;
  /** The mail service that reports here. */
  service: "postmark" | "ses" | "mailgun" | "sendgrid" | "resend";
  /** The address to enter at the mail service. */
  url: string;
  /** postmark: the password in `url`. ses: the ARN of your SNS topic. mailgun: the HTTP webhook signing key. sendgrid: the verification key. resend: the signing secret. Null: none yet, and reports are answered 401. */
  secret: string | null;
  /** When it was created. */
  created_at: string;
  /** Null until the service has sent its first report. */
  first_event_at: string | null;
  /** When the newest report arrived. */
  last_event_at: string | null;
  /** Requests with a wrong signature. */
  refused_count: number;
  /** When a request last had a wrong signature. */
  last_refused_at: string | null;
}

export interface MailHookChanges {
  /** postmark: the password in `url`. ses: the ARN of your SNS topic. mailgun: the HTTP webhook signing key. sendgrid: the verification key. resend: the signing secret. */
  secret: string;
}

export interface MailSettings {
  /** False if neither the store nor the installation has a mail server: emails are kept and not sent. */
  sends_email: boolean;
  /** Host of the installation's mail server, set with `WAYBILL_SMTP`. Null if none is set up. */
  server_host: string | null;
  /** Port of the installation's mail server. Null if none is set up. */
  server_port: number | null;
  /** if_offered: encrypted if the server offers STARTTLS. Null if no mail server is set up. */
  encryption: "always" | "if_offered" | null;
  /** Sender address of the installation's emails, set with `WAYBILL_MAIL_FROM`. */
  sender: string;
  /** Host of the store's own mail server. Null if it has none. */
  host: string | null;
  /** Port of the store's own mail server. */
  port: number | null;
  /** starttls: encrypted after the greeting. tls: encrypted from the start. none: not encrypted. */
  security: "starttls" | "tls" | "none" | null;
  /** Who signs in at the store's own mail server. The password is never shown. */
  user: string | null;
  /** Sender address of emails that go by the store's own mail server. */
  from: string | null;
}

export interface MailSettingsConfirmation {
  /** The password with which you signed in. */
  current_password: string;
}

export interface MailTest {
  /** Email address of the recipient. */
  recipient: string;
  /** sent: the mail server accepted it. kept: no mail server is set up, so nothing was sent. failed: see `response`. no_answer: the mail server did not reply within a minute. */
  outcome: "sent" | "kept" | "failed" | "no_answer";
  /** Reply of the mail server, or the connection error. */
  response: string;
}

export interface Member {
  /** Unique identifier. It changes when an invitation is accepted. */
  id: string;
  /** Email address with which the person signs in. */
  email: string;
  /** Name of the person. */
  name: string;
  /** owner: can do everything. staff: can do everything except change settings, credentials and members. read_only: can view everything. */
  role: "owner" | "staff" | "read_only";
  /** invited: the person has not accepted yet. */
  status: "active" | "invited";
  /** Whether the person signs in with two-factor authentication. */
  two_factor_enabled: boolean;
  /** When it was created. */
  created_at: string;
  /** The link that accepts the invitation. Shown once, to an owner who is signed in and invites a person while no mail server is set up. Otherwise null. */
  invitation_url: string | null;
}

export interface MemberChanges {
  /** owner: can do everything. staff: can do everything except change settings, credentials and members. read_only: can view everything. */
  role: "owner" | "staff" | "read_only";
}

export interface Message {
  /** Same as the ID of the email. */
  id: number;
  /** Purpose of the message, such as `delivery` or `password_reset`. */
  kind: string;
  /** Email address of the recipient. */
  recipient: string;
  /** Subject line. */
  subject: string;
  /** When it was kept. It was not sent. */
  sent_at: string;
}

export interface MessageHeader {
  /** Name of the header. */
  name: string;
  /** Value of the header. */
  value: string;
}

export interface MessageWithContent {
  /** Same as the ID of the email. */
  id: number;
  /** Purpose of the message, such as `delivery` or `password_reset`. */
  kind: string;
  /** Email address of the recipient. */
  recipient: string;
  /** Subject line. */
  subject: string;
  /** When it was kept. It was not sent. */
  sent_at: string;
  /** The sender's name and address, from the `From` header. */
  from: string;
  /** Recipient, as written in the message. */
  to: string;
  /** All headers of the message, also those that mail programs do not show. */
  headers: MessageHeader[];
  /** Plain-text version of the message. */
  text_body: string;
  /** HTML version of the message. Links that set a password or accept an invitation are hidden. */
  html_body: string;
}

export interface Move {
  /** Unique identifier. */
  id: number;
  /** Address of the account at the old service. */
  from: string;
  /** Whether it only reads and compares. */
  dry_run: boolean;
  /** A move that failed or was stopped resumes where it stopped when you start it again. */
  state: "running" | "done" | "failed" | "stopped";
  /** What is being done. Null: nothing yet. */
  step: string | null;
  /** Pages or files of this step that are through. */
  step_done: number;
  /** Pages or files of this step. */
  step_total: number;
  /** What the old service asks for, such as to wait. Null: nothing. */
  notice: string | null;
  /** Why it failed. Null: it did not. */
  problem: string | null;
  /** Who began it, as the activity log names them. */
  created_by: string;
  /** When it was created. */
  created_at: string;
  /** When it ended. Null: it runs. */
  finished_at: string | null;
}

export interface MoveCounts {
  /** Number of products. The old service calls them items. */
  products: number;
  /** Number of files. */
  files: number;
  /** Number of orders. */
  orders: number;
  /** Number of products in all orders, added up. */
  order_items: number;
  /** Downloads left in all orders together. */
  downloads_remaining: number;
  /** Number of counted downloads. */
  downloads: number;
}

export interface MoveDifference {
  /** What kind of thing differs between there and here. */
  what: "account" | "product" | "file" | "order" | "download";
  /** What the old service calls it. */
  id: string;
  /** How it differs. */
  reason: string;
}

export interface NewAnnouncement {
  /** ID of the product's file that was updated. */
  file_id: number;
  /** What is new, for customers. Null or absent: the note of the version. */
  note?: string | null | undefined;
  /** Set to true to send the emails although customers were told of this version before. */
  again?: boolean | undefined;
}

export interface NewApiKey {
  /** Name of the key. The activity log shows it where the key changes something. */
  name: string;
  /** What the key may do. `orders:read`: See orders, customers, downloads, emails and statistics. `orders:write`: Create and change orders, and send their emails. `products:read`: See products and the list of files. `products:write`: Create and change products, and tell their buyers of updates. `license_keys:manage`: See, add and remove the license keys of products. `files:write`: Upload, download, replace and delete files, also those of products. `connections:manage`: See and change connected shops, and what they sent. Orders can be made through a shop that is connected with it. `webhooks:manage`: See and change webhooks, which send orders to other addresses. `account:manage`: Everything an owner can do: settings, members, texts, API keys, erasing customers. Can read the API token, so give it to nobody you would not make an owner. */
  scopes: (
    | "orders:read"
    | "orders:write"
    | "products:read"
    | "products:write"
    | "license_keys:manage"
    | "files:write"
    | "connections:manage"
    | "webhooks:manage"
    | "account:manage"
  )[];
  /** Whether all orders that the key creates are tests: their emails go to the account's email address, and they are not counted in statistics. Default: false. Cannot be changed later. */
  test?: boolean | undefined;
  /** When the key stops working. Null: never. */
  expires_at?: string | null | undefined;
}

export interface NewConnection {
  /** Which shop it is. `generic`: any that sends signed JSON. */
  kind: "woocommerce" | "stripe" | "shopify" | "lemonsqueezy" | "paddle" | "paypal" | "gumroad" | "generic";
  /** ID of a removed connection of the same kind that was of the same shop: its orders are known, so that none is delivered twice, and its mappings go on. `removed_connections` of the list has those of which only you know whether they were of the same shop; all others are recognized. */
  continues?: number | null | undefined;
  /** Name of the connection. */
  name?: string | undefined;
  /** True: its orders are tests. */
  test?: boolean | undefined;
  /** The shop's signing secret. The previous one works for another 24 hours. */
  secret?: string | null | undefined;
  /** Gumroad: your seller ID. Events of other sellers are refused. */
  seller_id?: string | null | undefined;
  /** PayPal: ID of the webhook, as PayPal lists it. Waybill asks PayPal with it whether an event is real. */
  webhook_id?: string | null | undefined;
  /** WooCommerce: address of the shop. Others: address of the shop's API, if it is not the usual one. */
  api_url?: string | null | undefined;
  /** WooCommerce, Stripe, Lemon Squeezy, Paddle, PayPal, Gumroad: access of an order ends with its subscription, so many hours after the time that was paid for, and payments prolong it. Once the subscription is canceled, it ends without them. Null: access does not end. */
  subscription_grace_in_hours?: number | null | undefined;
  /** Key with which Waybill reads from the shop, or the client's ID. Null removes key and secret. */
  api_key?: string | null | undefined;
  /** The secret that belongs to the key, if there is one. */
  api_secret?: string | null | undefined;
  /** True: Waybill also asks the shop for orders (WooCommerce, Stripe). */
  polling?: boolean | undefined;
  /** How events of any other shop are checked and read. Required for `generic`. */
  generic?:
    | {
        /** How the shop signs: `standard_webhooks`, or HMAC-SHA256 of the body in hexadecimal or base64 in the header `header`. */
        signature: "standard_webhooks" | "hmac_hex" | "hmac_base64";
        /** Header with the signature. Not used with Standard Webhooks. */
        header?: string | null | undefined;
        /** Text before the signature in the header, such as `sha256=`. */
        prefix?: string | null | undefined;
        /** Path to the kind of event. Without it, every event is a paid order. */
        event?: string | null | undefined;
        /** Kinds of events that mean a paid order. */
        paid_events?: string[] | null | undefined;
        /** Kinds of events that mean that an order was refunded or canceled. */
        refunded_events?: string[] | null | undefined;
        /** Path to the shop's ID of the order. */
        order_id: string;
        /** Path to the order number that people see. */
        number?: string | null | undefined;
        /** Path to the customer's email address. */
        email?: string | null | undefined;
        /** Path to the customer's first name. */
        first_name?: string | null | undefined;
        /** Path to the customer's last name. */
        last_name?: string | null | undefined;
        /** Path to the currency, a code of three letters such as `EUR`. */
        currency?: string | null | undefined;
        /** Path to the list of lines. Without it, the event is the only line. */
        items?: string | null | undefined;
        /** Path to the SKU, within a line. */
        sku?: string | null | undefined;
        /** Path to the shop's product ID, within a line. */
        product_id?: string | null | undefined;
        /** Path to the product's name, within a line. */
        product_name?: string | null | undefined;
        /** Path to the quantity, within a line. */
        quantity?: string | null | undefined;
        /** Path to the price of one unit, within a line. */
        price?: string | null | undefined;
        /** Path to a value that is true for test orders. */
        test?: string | null | undefined;
      }
    | null
    | undefined;
  /** What the shop's products are here. Replaces all mappings. */
  mappings?: ConnectionMapping[] | undefined;
}

export interface NewContent {
  /** SKU of the product. Must match exactly. */
  sku: string;
  /** Units of it in one unit of the bundle. Default: 1. */
  quantity?: number | undefined;
}

export interface NewCover {
  /** A PNG, JPEG or WebP image, encoded in Base64. At most 524288 bytes. */
  content: string;
}

export interface NewFileVersion {
  /** ID of an uploaded file that no product uses. Its content becomes the new version; the ID is gone. */
  file_id: number;
  /** What is new in this version, for customers. */
  note?: string | null | undefined;
  /** Version of the program that this is: up to four numbers, then `-beta.1` or the like. Null: not in update feeds. */
  version?: string | null | undefined;
  /** System that it is for. `any` is all of them. Null: not in update feeds. */
  platform?:
    | "any"
    | "mac-arm64"
    | "mac-x64"
    | "mac-universal"
    | "windows-x64"
    | "windows-arm64"
    | "windows-x86"
    | "linux-x64"
    | "linux-arm64"
    | null
    | undefined;
  /** The developer's signature, which update feeds pass on unchanged. Null: none. */
  signature?: string | null | undefined;
}

export interface NewItemUrl {
  /** An http or https URL without a user name or password. */
  url: string;
  /** Link text that customers see. Default: the host name. */
  name?: string | null | undefined;
}

export interface NewLicenseKeys {
  /** The keys to add, each of 1 to 1,000 characters, or from a line with BEGIN to one with END of up to 2,500 bytes. Either this or `text`. */
  license_keys?: string[] | undefined;
  /** The keys as a text, such as the content of a file: one a line, or from a line with BEGIN to one with END. A first line that names the column, and repetitions of it, are skipped. Either this or `license_keys`. */
  text?: string | undefined;
  /** Whether orders from before the product's first key get keys, with an email to each customer. `give`: they do. `skip`: only new orders do; this counts only when the product has no key yet. If absent, an earlier `skip` still counts, and otherwise they get keys. `GET /products/{id}/license_keys/earlier_orders` counts these orders. */
  earlier_orders?: "give" | "skip" | undefined;
}

export interface NewLogo {
  /** A PNG, JPEG or WebP image, encoded in Base64. At most 524288 bytes. */
  content: string;
}

export interface NewMailHook {
  /** The mail service that you send with. */
  service: "postmark" | "ses" | "mailgun" | "sendgrid" | "resend";
  /** postmark: the password in `url`. ses: the ARN of your SNS topic. mailgun: the HTTP webhook signing key. sendgrid: the verification key. resend: the signing secret. Generated for Postmark if you leave it out. */
  secret?: string | null | undefined;
}

export interface NewMailSettings {
  /** Name of the store's own mail server. */
  host: string;
  /** Usually 587 with `starttls`, and 465 with `tls`. */
  port: number;
  /** starttls: encrypted after the greeting. tls: encrypted from the start. none: not encrypted. */
  security: "starttls" | "tls" | "none";
  /** Sender address of emails to the store's customers. */
  from: string;
  /** The password with which you signed in. */
  current_password: string;
  /** Who signs in at the server. Null: nobody. */
  user?: string | null | undefined;
  /** Never shown. Leave it out to keep the one before; with another host, port, security or user it is needed again. */
  password?: string | null | undefined;
}

export interface NewMember {
  /** Email address that the invitation is sent to. */
  email: string;
  /** owner: can do everything. staff: can do everything except change settings, credentials and members. read_only: can view everything. */
  role: "owner" | "staff" | "read_only";
  /** Name of the person. They can change it under their profile. */
  name?: string | undefined;
}

export interface NewMove {
  /** Address of your account at the old service. */
  from: string;
  /** API key of your account at the old service. Kept encrypted until the move ends. */
  api_key: string;
  /** API token of your account at the old service. Kept encrypted until the move ends. */
  api_token: string;
  /** Set to true to read and compare only. */
  dry_run?: boolean | undefined;
}

export interface NewOrder {
  /** Customer's email address. The delivery email is sent there. */
  email: string;
  /** Your order ID, unique in the account. Null: none. */
  vendor_id?: string | number | null | undefined;
  /** Another name for `vendor_id`. Null is ignored. */
  custom_order_id?: string | number | null | undefined;
  /** Order name that the customer sees. */
  title?: string | null | undefined;
  /** Customer's first name. */
  first_name?: string | null | undefined;
  /** Customer's last name. */
  last_name?: string | null | undefined;
  /** Currency of the prices. By default the products' currency, or else the account's. */
  currency?: string | null | undefined;
  /** Free text for your own use. */
  custom_1?: string | null | undefined;
  /** Free text for your own use. */
  custom_2?: string | null | undefined;
  /** Free text for your own use. */
  custom_3?: string | null | undefined;
  /** When the links expire: an ISO 8601 date, or "never". Null in a new order: after the hours of its products, or else of the account (`order_expiration_in_hours`). Null in an update: never. */
  expiration_date?: string | null | undefined;
  /** Downloads per file, or "unlimited". Counts before the limits of products. Null in a new order: the `download_limit` of each product, or else the account's `download_limit_per_item`. Null in an update: unlimited. */
  download_limit?: number | string | null | undefined;
  /** Language of the order's page and emails, such as `de` or `de-CH`. Null: the account's. */
  locale?: "en" | "de" | "fr" | "es" | "ja" | null | undefined;
  /** URL of your invoice for the customer, with https. Null or empty: none. */
  invoice_url?: string | null | undefined;
  /** Country of the customer: a code of two letters, such as DE. Your rules for holding orders read it. */
  country?: string | null | undefined;
  /** Your shop's ID of the subscription that pays for the order. Null: none. */
  subscription_id?: string | number | null | undefined;
  /** How the subscription stands: `active` goes on and is paid, of `payment_failed` the last payment failed, and `canceled` ends with `access_until`. Only of orders with `access_until`. Null changes nothing. */
  subscription_status?: "active" | "payment_failed" | "canceled" | null | undefined;
  /** Until when the customer has paid for access: an ISO 8601 date. The links and license keys end then, or the links at `expiration_date` if that is earlier; an order with it has no default expiration. An update that sets it for the first time removes an earlier `expiration_date`, unless it sends one. Null: access does not end. */
  access_until?: string | null | undefined;
  /** Email address of the person who gets the order as a gift: the delivery email and the links are theirs, and `email` is the buyer's. Null or empty: no gift, and the next three fields are emptied. */
  recipient_email?: string | null | undefined;
  /** The recipient's name, as the email and the page greet them. */
  recipient_name?: string | null | undefined;
  /** What the buyer writes to the recipient, up to 2,000 characters, perhaps in several lines. */
  gift_message?: string | null | undefined;
  /** When the recipient gets the email, an ISO 8601 date within two years; before it, the links answer 403, and the default expiration counts from it. It can be changed until then. Null: at once. */
  deliver_at?: string | null | undefined;
  /** Whether to send the delivery email. Default: true. */
  send_email?: boolean | null | undefined;
  /** The order's lines. Lines for the same product are added up. */
  order_items?: NewOrderItem[] | null | undefined;
  /** Whether to put the order on hold: it delivers nothing, and gets its license keys and its email when you release it. Default: false. */
  hold?: boolean | null | undefined;
  /** Whether it is a test: its emails go to the account's email address, it takes no license keys, and it is not counted in statistics. Default: false. */
  test?: boolean | null | undefined;
}

export interface NewOrderItem {
  /** SKU of the product. Must match exactly. */
  item_sku?: string | number | null | undefined;
  /** Same as `item_sku`. */
  sku?: string | number | null | undefined;
  /** ID of the product, instead of its SKU. */
  item_id?: number | null | undefined;
  /** Number of units. Default: 1 for a new item; an update keeps the current quantity. */
  quantity?: number | null | undefined;
  /** Price of one unit, in the order's currency. */
  price?: number | null | undefined;
  /** Downloads per file. Default: the limit of the product or the order. */
  downloads_remaining?: number | null | undefined;
  /** Devices on which each of the item's license keys can be activated at once. Null: the product's `device_limit`. */
  device_limit?: number | null | undefined;
  /** Until when the item gets new versions of the product's files. After that, its links and license keys give the newest version that was added by then. never: without end. Default for a new item: the product's `updates_for_days`, from now or from the gift's delivery. Null: that default in a new order, without end in an update. */
  updates_until?: string | null | undefined;
  /** Free text for your own use. */
  custom_1?: string | null | undefined;
  /** Free text for your own use. */
  custom_2?: string | null | undefined;
  /** Free text for your own use. */
  custom_3?: string | null | undefined;
  /** In an order that you send back as you have read it: which item it is. */
  id?: string | number | null | undefined;
}

export interface NewOrders {
  /** 1 to 100 orders. */
  orders: NewOrder[];
}

export interface NewProduct {
  /** SKU of the product. Must match exactly. */
  sku: string;
  /** Product name that customers see. */
  name: string;
  /** Price of one unit, in `currency`. Used for orders that name no price. */
  price?: number | null | undefined;
  /** Three-letter ISO 4217 currency code. Null: the account's. */
  currency?: string | null | undefined;
  /** IDs of the product's files. The first one is the item's file in the unversioned interface. */
  item_assets?: number[] | null | undefined;
  /** External links. Customers reach them through a redirect that counts as a download. */
  item_urls?: NewItemUrl[] | null | undefined;
  /** Hours for which the links of new orders work. Null: the account's `order_expiration_in_hours`. An order with several products has the longest time. */
  order_expiration_in_hours?: number | null | undefined;
  /** When the hours of `order_expiration_in_hours` begin. order: when the order is created or reopened. first_download: with the order's first counted download. If one product of an order says first_download, it counts for the whole order. Null: order in a new product, no change in an update. */
  expires_from?: "order" | "first_download" | null | undefined;
  /** Downloads per file in new orders. Null: the account's `download_limit_per_item`. */
  download_limit?: number | null | undefined;
  /** Size in bytes from which a file is large. Given together with `large_file_download_limit`. Null: none. */
  large_file_bytes?: number | null | undefined;
  /** Downloads per large file in new orders. Null: as for all files. */
  large_file_download_limit?: number | null | undefined;
  /** Devices on which each license key can be activated at once. It counts for keys of earlier orders too. Null: any number. */
  device_limit?: number | null | undefined;
  /** Days for which the items of new orders get new versions of the files, counted from the order, or from a gift's delivery. Earlier orders keep their `updates_until`. Null: without end. */
  updates_for_days?: number | null | undefined;
  /** Where license keys come from. pool: you add them. made: Waybill makes one for each unit ordered. signed: Waybill signs a license file for each, which programs check offline. Keys that are in the pool go first. If the product has had no key before, earlier orders get none. Null: pool in a new product, no change in an update. */
  license_source?: "pool" | "made" | "signed" | null | undefined;
  /** How keys are made: each `*` becomes a random letter or digit, and the rest stays. At least 8 stars; with fewer than 17, keys have less than 80 random bits and can be guessed. Null: `*****-*****-*****-*****`. */
  license_pattern?: string | null | undefined;
  /** IDs and names by which programs that ask about their license as they ask Easy Digital Downloads, Gumroad or Keygen know the product. Each is of one product only. Null: as absent. */
  program_ids?: string[] | null | undefined;
  /** The products that this one holds, which makes it a bundle. An order of it gets an item of price 0 for each. None of them holds products itself. Null: as absent. */
  contents?: NewContent[] | null | undefined;
  /** Who may ask for the product's update feeds. off: nobody. licensed: programs that send a valid license key of the product. open: anybody, without an order. Null: off in a new product, no change in an update. */
  updates?: "off" | "licensed" | "open" | null | undefined;
  /** A line that each page of the product's PDF files carries, and a page of its EPUB files, with the customer's name. Each order gets files of its own; other kinds of files go out as they are. The permalink does not work. Null: files are not stamped. */
  stamp?:
    | {
        /** The line, with `{{name}}`, `{{order}}` and `{{email}}` for the customer's name, the order's number and the customer's address; at least one of them. Default: `{{name}} · {{order}}`. */
        text?: string | undefined;
        /** Where on a page it stands. Default: bottom_center. */
        position?:
          | "bottom_left"
          | "bottom_center"
          | "bottom_right"
          | "top_left"
          | "top_center"
          | "top_right"
          | undefined;
        /** Height of the letters in points. A line that is too long for a page gets smaller. Default: 9. */
        size?: number | undefined;
      }
    | null
    | undefined;
  /** Whether the permalink works. It delivers to anybody, without an order and without a limit. */
  permalink_enabled?: boolean | null | undefined;
  /** When you stopped selling the product. Orders can still contain it, and customers can still download it. Null: it is on sale. */
  archived_at?: string | null | undefined;
}

export interface NewProductFile {
  /** ID of a file in the account. */
  file_id: number;
  /** ID of the product's file to replace. The new file is added at the end if this is absent or the product no longer has that file. */
  replaces?: number | null | undefined;
}

export interface NewWebhookEndpoint {
  /** Where events are sent: an `https` address with a server's name. `http` and IP addresses only work in networks that your installation allows. */
  url: string;
  /** Events that are sent to it. A family such as `order.*` stands for all events that begin so, also for those that come with later versions. */
  events: (
    | "order.created"
    | "order.updated"
    | "order.expired"
    | "order.revoked"
    | "order.deleted"
    | "email.sent"
    | "email.failed"
    | "email.bounced"
    | "email.complained"
    | "download.counted"
    | "download.limit_reached"
    | "license_key.assigned"
    | "license_key.pool_low"
    | "license_key.pool_empty"
    | "license.activated"
    | "license.deactivated"
    | "renewal.requested"
    | "renewal.granted"
    | "renewal.declined"
    | "subscription.renewed"
    | "subscription.payment_failed"
    | "subscription.ended"
    | "connection.order_unmatched"
    | "connection.failed"
    | "order.*"
    | "email.*"
    | "download.*"
    | "license_key.*"
    | "license.*"
    | "renewal.*"
    | "subscription.*"
    | "connection.*"
  )[];
  /** What you call it. */
  name?: string | null | undefined;
  /** Whether payloads contain license keys and links. Default: false. */
  include_secrets?: boolean | undefined;
  /** Headers of your own that are sent with every message, by name: at most 20, each value with at most 4000 printable ASCII characters. Not `Host`, `User-Agent`, `Content-*`, `webhook-*` and headers that concern the connection. They are never shown. Replaces all; `{}` removes all. If `url` changes to another server, send them again. */
  headers?: { [name: string]: string } | null | undefined;
}

export interface NotGiven {
  /** ID of the order. */
  order_id: string;
  /** What is wrong. */
  message: string;
}

export interface OpenApiDocument {
  /** Version of OpenAPI. */
  openapi: string;
}

export interface Order {
  /** Unique identifier, the same as in the unversioned interface. */
  id: number | string;
  /** Your order ID. Null: none. */
  vendor_id: string | null;
  /** Connected shop that sent the order, such as WooCommerce. Null: none. */
  shop: string | null;
  /** Number by which a connected shop and its customers know the order. Null: none. */
  shop_number: string | null;
  /** Customer's first name. */
  first_name: string | null;
  /** Customer's last name. */
  last_name: string | null;
  /** Customer's email address. */
  email: string;
  /** Sum of all prices times quantities, also of revoked items. Null if no item has a price. */
  total: number | null;
  /** Three-letter ISO 4217 currency code, such as USD. */
  currency: string;
  /** Whether the order's links have expired. */
  status: "open" | "expired";
  /** Number of products in the order. */
  product_count: number;
  /** Number of downloads of all its files. */
  download_count: number;
  /** When the order's links expire, if its access does not end before (`access_until`). Null: never, or not before the first download (`expiration_hours_from_first_download`). */
  expiration_date: string | null;
  /** Hours for which the links work after the first counted download, which sets `expiration_date`. Null: the order does not wait for it. */
  expiration_hours_from_first_download: number | null;
  /** Downloads per file, for items that do not have the limit of their product. Null: unlimited. */
  download_limit: number | null;
  /** Free text for your own use. */
  custom_1: string | null;
  /** Free text for your own use. */
  custom_2: string | null;
  /** Free text for your own use. */
  custom_3: string | null;
  /** When it was created. */
  created_at: string;
  /** URL of the order's page for the customer. */
  download_url: string;
  /** The order's items, one for each product. */
  order_items: OrderItem[];
  /** Order name that the customer sees. */
  title: string | null;
  /** manual: created by a signed-in person. api: created by a program or by a connected shop. import: created by an import; earlier versions wrote api. */
  source: "api" | "import" | "manual";
  /** Status of the latest delivery email. Null: none. kept: not sent, because no mail server is set up. bounced: it came back. complained: the customer reported it as spam. */
  email_status:
    | "queued"
    | "sent"
    | "kept"
    | "failed"
    | "over_allowance"
    | "cancelled"
    | "bounced"
    | "complained"
    | null;
  /** State of the order. If several apply, the first in this list. on_hold: you are checking the order, and it delivers nothing. revoked: you have withdrawn the order, or each of its items. expired: the links have expired. email_failed: the latest email failed, came back or was over the daily allowance. waiting_for_key: an item has fewer license keys than units. waiting_for_file: an item has nothing to deliver yet. used_up: no file has downloads left. email_pending: the latest email is queued. delivered: a mail server accepted the latest email. open: the links work, and no email was accepted by a mail server. */
  state:
    | "on_hold"
    | "revoked"
    | "expired"
    | "email_failed"
    | "waiting_for_key"
    | "waiting_for_file"
    | "used_up"
    | "email_pending"
    | "delivered"
    | "open";
  /** Language of the order's page and emails. Null: the account's. */
  locale: "en" | "de" | "fr" | "es" | "ja" | null;
  /** URL of your invoice, which the order's page shows. Null: none. */
  invoice_url: string | null;
  /** Country of the customer: a code of two letters. Null: not known. */
  country: string | null;
  /** Your shop's ID of the subscription that pays for the order. Null: none. */
  subscription_id: string | null;
  /** How the subscription stands. active: it goes on and is paid. payment_failed: the last payment failed. canceled: it ends with `access_until`. ended: access has ended, or the order is revoked. Null: access does not end. */
  subscription_status: "active" | "payment_failed" | "canceled" | "ended" | null;
  /** Until when the customer has paid for access. The links and license keys end then, or the links at `expiration_date` if that is earlier. Null: access does not end. */
  access_until: string | null;
  /** Email address of the person who gets the order as a gift. Null: it is no gift. */
  recipient_email: string | null;
  /** The recipient's name. */
  recipient_name: string | null;
  /** What the buyer writes to the recipient. */
  gift_message: string | null;
  /** When the recipient gets the email, and the links begin to work. Null: at once. */
  deliver_at: string | null;
  /** Since when the order is on hold. Null: it is not. */
  held_at: string | null;
  /** Rules of the account (`hold_rules`) that have put the order on hold. Empty: none. */
  held_by: ("many_addresses" | "countries" | "total" | "many_orders" | "email_domains")[];
  /** When the order was revoked. Null: it is not revoked. */
  revoked_at: string | null;
  /** Whether it is a test: its emails go to the account's email address, it takes no license keys, and it is not counted in statistics. */
  test: boolean;
}

export interface OrderChanges {
  /** Your order ID, unique in the account. Null: none. */
  vendor_id?: string | number | null | undefined;
  /** Another name for `vendor_id`. Null is ignored. */
  custom_order_id?: string | number | null | undefined;
  /** Order name that the customer sees. */
  title?: string | null | undefined;
  /** Customer's first name. */
  first_name?: string | null | undefined;
  /** Customer's last name. */
  last_name?: string | null | undefined;
  /** Currency of the prices. Null: the account's. */
  currency?: string | null | undefined;
  /** Free text for your own use. */
  custom_1?: string | null | undefined;
  /** Free text for your own use. */
  custom_2?: string | null | undefined;
  /** Free text for your own use. */
  custom_3?: string | null | undefined;
  /** When the links expire: an ISO 8601 date, or "never". Null in a new order: after the hours of its products, or else of the account (`order_expiration_in_hours`). Null in an update: never. */
  expiration_date?: string | null | undefined;
  /** Downloads per file, or "unlimited". Counts before the limits of products. Null in a new order: the `download_limit` of each product, or else the account's `download_limit_per_item`. Null in an update: unlimited. */
  download_limit?: number | string | null | undefined;
  /** Language of the order's page and emails, such as `de` or `de-CH`. Null: the account's. */
  locale?: "en" | "de" | "fr" | "es" | "ja" | null | undefined;
  /** URL of your invoice for the customer, with https. Null or empty: none. */
  invoice_url?: string | null | undefined;
  /** Country of the customer: a code of two letters, such as DE. Your rules for holding orders read it. */
  country?: string | null | undefined;
  /** Your shop's ID of the subscription that pays for the order. Null: none. */
  subscription_id?: string | number | null | undefined;
  /** How the subscription stands: `active` goes on and is paid, of `payment_failed` the last payment failed, and `canceled` ends with `access_until`. Only of orders with `access_until`. Null changes nothing. `ended` follows from the dates: it is taken where access has ended, and changes nothing. */
  subscription_status?: "active" | "payment_failed" | "canceled" | "ended" | null | undefined;
  /** Until when the customer has paid for access: an ISO 8601 date. The links and license keys end then, or the links at `expiration_date` if that is earlier; an order with it has no default expiration. An update that sets it for the first time removes an earlier `expiration_date`, unless it sends one. Null: access does not end. */
  access_until?: string | null | undefined;
  /** Email address of the person who gets the order as a gift: the delivery email and the links are theirs, and `email` is the buyer's. Null or empty: no gift, and the next three fields are emptied. */
  recipient_email?: string | null | undefined;
  /** The recipient's name, as the email and the page greet them. */
  recipient_name?: string | null | undefined;
  /** What the buyer writes to the recipient, up to 2,000 characters, perhaps in several lines. */
  gift_message?: string | null | undefined;
  /** When the recipient gets the email, an ISO 8601 date within two years; before it, the links answer 403, and the default expiration counts from it. It can be changed until then. Null: at once. */
  deliver_at?: string | null | undefined;
  /** Whether to send the delivery email again. It waits while the order is on hold. Default: false. */
  send_email?: boolean | null | undefined;
  /** Replaces the order's items. Products that stay keep their links, counts and keys; all others are removed. */
  order_items?: NewOrderItem[] | null | undefined;
  /** Customer's email address. Later emails are sent there. */
  email?: string | null | undefined;
  /** Tells an order that you send back as you have read it, if it is the order's: what stands there already stays, such as the limits of its products, and items are found by their `id`. It changes nothing itself. */
  created_at?: string | undefined;
  /** Of an order that you send back as you have read it: then an `expiration_date` of null goes on waiting. */
  expiration_hours_from_first_download?: number | null | undefined;
  /** Only for new orders. Use `POST orders/ID/hold` and `orders/ID/release`. */
  hold?: null | undefined;
}

export interface OrderDevice {
  /** Unique identifier. */
  id: number;
  /** What the program calls the device. Null: it says nothing. */
  name: string | null;
  /** False for a local or staging site, of which three take none of the key's places. */
  takes_place: boolean;
  /** When the license was activated on it. */
  activated_at: string;
  /** When its program last asked, to the hour. */
  last_seen_at: string;
  /** ID of the license key. */
  license_key_id: number;
  /** The license key. */
  license_key: string;
  /** Name of the product. */
  product_name: string;
}

export interface OrderItem {
  /** Unique identifier. */
  id: number;
  /** ID of the product. */
  item_id: number;
  /** SKU of the product. */
  item_sku: string;
  /** Price of one unit. The average, if the order had lines for the product at different prices. If a total does not divide by its units, such as 10 for 3, the price is rounded to the currency; `total` stays exact. */
  price: number | null;
  /** Number of counted downloads. Parts of one download count once, and so does a download that the same client (IP address) resumes within 24 hours. */
  download_count: number;
  /** Free text for your own use. */
  custom_1: string | null;
  /** Free text for your own use. */
  custom_2: string | null;
  /** Free text for your own use. */
  custom_3: string | null;
  /** When it was created. */
  created_at: string;
  /** Name of the product. */
  product_name: string;
  /** URL of the product's cover image. Null: none. */
  cover_url: string | null;
  /** Number of units. If the product has license keys, each unit gets one. */
  quantity: number;
  /** Whether the product has a file or an external link now. False: there is nothing to download. */
  has_files: boolean;
  /** Downloads left: the smallest number among its files. Null: unlimited. */
  downloads_remaining: number | null;
  /** Downloads per file: the product's limit when the item was added, or else the order's. Null: unlimited. Changes of `downloads_remaining` are not included. */
  download_limit: number | null;
  /** Size in bytes from which a file is large, as the product had it when the item was added. Null: none. */
  large_file_bytes: number | null;
  /** Downloads per large file. Null: as for all files. */
  large_file_download_limit: number | null;
  /** URL of the item's page for the customer. */
  download_url: string;
  /** License keys assigned to the item. */
  license_keys: string[];
  /** Number of units still waiting for a license key. 0 for a product without keys, and in a test order. */
  license_keys_due: number;
  /** Why units without a license key get none. `test_order`: test orders take no keys. `earlier_order`: the product's first keys were added only for newer orders. `POST order_items/{id}/license_keys` gives an earlier order one. Null: they wait for one, or nothing is missing. */
  license_keys_omitted: "test_order" | "earlier_order" | null;
  /** Devices on which each of its license keys can be activated at once. Null: the product's `device_limit`. */
  device_limit: number | null;
  /** Until when it gets new versions of the product's files. After that, its links and license keys give the newest version that was added by then. Null: without end. */
  updates_until: string | null;
  /** ID of the order item of the bundle that brought this one, which then has the price 0 and follows its quantity. Null: the product was ordered by itself. */
  bundle_item_id: number | null;
  /** When the item was revoked, on its own or with its whole order. Null: it is not revoked. */
  revoked_at: string | null;
}

export interface OrderItemChanges {
  /** Number of units. Each additional unit gets a license key, or waits for one. Assigned keys stay. */
  quantity?: number | undefined;
  /** Downloads left for each file, from now on. */
  downloads_remaining?: number | undefined;
  /** Downloads to add for each file, instead of `downloads_remaining`. An item without a limit stays unlimited; its `downloads_remaining` is null in the response. */
  additional_downloads?: number | undefined;
  /** Devices on which each of the item's license keys can be activated at once. Devices that are activated stay. Null: the product's `device_limit`. */
  device_limit?: number | null | undefined;
  /** Until when the item gets new versions of the product's files. After that, its links and license keys give the newest version that was added by then. never: without end. A later time renews the updates. Null: without end. */
  updates_until?: string | null | undefined;
  /** Tells an item that you send back as you have read it, if it is the item's: then the same `downloads_remaining` changes nothing. */
  created_at?: string | undefined;
}

export interface OrderPayment {
  /** ID of the order. */
  order_id: number | string;
  /** Your shop's ID of the payment. Null: it was erased. */
  payment_id: string | null;
  /** Until when it gave access. */
  access_until: string;
  /** What was paid. Null: not known. */
  total: number | null;
  /** Three-letter ISO 4217 currency code, such as USD. */
  currency: string;
  /** When it was counted. */
  paid_at: string;
}

export interface OrderRenewal {
  /** Until when the payment gives access: an ISO 8601 date, not before the order's `access_until`. */
  access_until: string;
  /** Your shop's ID of the payment. Each counts once in the account. */
  payment_id: string | number;
  /** What was paid. It counts as revenue of today. Null: nothing is counted. */
  total?: number | null | undefined;
  /** Three-letter ISO 4217 currency code, such as USD. Null: the order's. */
  currency?: string | null | undefined;
}

export interface Payment {
  /** Your shop's ID of the payment. Null: it was erased. */
  payment_id: string | null;
  /** Until when it gave access. */
  access_until: string;
  /** What was paid. Null: not known. */
  total: number | null;
  /** Three-letter ISO 4217 currency code, such as USD. */
  currency: string;
  /** When it was counted. */
  paid_at: string;
}

export interface Problem {
  /** Always `about:blank`. */
  type: string;
  /** Short name of the kind of problem. */
  title: string;
  /** HTTP status code, the same as that of the response. */
  status: number;
  /** What went wrong and what to do about it, in one sentence. */
  detail: string;
  /** Every invalid field. */
  errors: FieldError[];
}

export interface ProcessEvent {
  /** The customer's address, for an order without a usable one. */
  email?: string | null | undefined;
  /** True: nothing more is done about the present problem. */
  dismiss?: boolean | undefined;
}

export interface Product {
  /** Unique identifier. */
  id: number;
  /** SKU of the product. */
  sku: string;
  /** Product name that customers see. */
  name: string;
  /** Price of one unit. Null: none. */
  price: number | null;
  /** Three-letter ISO 4217 currency code, such as USD. */
  currency: string;
  /** Number of orders that contain the product. */
  orders_count: number;
  /** Number of counted downloads. Parts of one download count once, and so does a download that the same client (IP address) resumes within 24 hours. */
  download_count: number;
  /** When it was created. */
  created_at: string;
  /** External links that the product delivers. */
  item_urls: ItemUrl[];
  /** The files, in the order customers see them. */
  files: File[];
  /** Path of the download link that needs no order. */
  permalink: string;
  /** Whether the permalink works. It delivers to anybody, without an order and without a limit. */
  permalink_enabled: boolean;
  /** URL of the cover image. It changes with the image. Null: none. */
  cover_url: string | null;
  /** When the product was archived. Null: it is on sale. */
  archived_at: string | null;
  /** Hours for which the links of new orders work. Null: the account's. */
  order_expiration_in_hours: number | null;
  /** When the hours of `order_expiration_in_hours` begin: with the order, or with its first counted download. */
  expires_from: "order" | "first_download";
  /** Downloads per file in new orders. Null: the account's. */
  download_limit: number | null;
  /** Size in bytes from which a file is large. Null: none. */
  large_file_bytes: number | null;
  /** Downloads per large file in new orders. Null: as for all files. */
  large_file_download_limit: number | null;
  /** Devices on which each license key can be activated at once. Null: any number. */
  device_limit: number | null;
  /** Days for which the items of new orders get new versions of the files. Null: without end. */
  updates_for_days: number | null;
  /** Where license keys come from: you add them to the pool, or they are made or signed for each order. */
  license_source: "pool" | "made" | "signed";
  /** How keys are made. Null: `*****-*****-*****-*****`. */
  license_pattern: string | null;
  /** IDs and names by which programs that ask as they ask Easy Digital Downloads, Gumroad or Keygen know the product. */
  program_ids: string[];
  /** The products that this one holds, in your order. Empty for one that is not a bundle. */
  contents: Content[];
  /** Who may ask for the update feeds: nobody, programs with a valid license key of the product, or anybody. */
  updates: "off" | "licensed" | "open";
  /** What the addresses of the update feeds begin with, such as `UPDATE_URL/latest.json`. Null: they are off. */
  update_url: string | null;
  /** The line that PDF and EPUB files carry for each order. Null: they are not stamped. */
  stamp: {
    /** The line, with `{{name}}`, `{{order}}` and `{{email}}`. */
    text: string;
    /** Where on a page it stands. */
    position: "bottom_left" | "bottom_center" | "bottom_right" | "top_left" | "top_center" | "top_right";
    /** Height of the letters in points. */
    size: number;
  } | null;
  /** Files that cannot be stamped, so that customers do not get them. Empty if files are not stamped. */
  unstampable_files: UnstampableFile[];
  /** Number of license keys that are not assigned yet. */
  license_keys_available: number;
  /** Number of orders still waiting for license keys. 0 for a product that has never had keys. */
  orders_waiting_for_keys: number;
}

export interface ProductChanges {
  /** SKU of the product. Must match exactly. */
  sku?: string | undefined;
  /** Product name that customers see. */
  name?: string | undefined;
  /** Price of one unit, in `currency`. Used for orders that name no price. */
  price?: number | null | undefined;
  /** Three-letter ISO 4217 currency code. Null: the account's. */
  currency?: string | null | undefined;
  /** IDs of the product's files. The first one is the item's file in the unversioned interface. */
  item_assets?: number[] | null | undefined;
  /** External links. Customers reach them through a redirect that counts as a download. */
  item_urls?: NewItemUrl[] | null | undefined;
  /** Hours for which the links of new orders work. Null: the account's `order_expiration_in_hours`. An order with several products has the longest time. */
  order_expiration_in_hours?: number | null | undefined;
  /** When the hours of `order_expiration_in_hours` begin. order: when the order is created or reopened. first_download: with the order's first counted download. If one product of an order says first_download, it counts for the whole order. Null: order in a new product, no change in an update. */
  expires_from?: "order" | "first_download" | null | undefined;
  /** Downloads per file in new orders. Null: the account's `download_limit_per_item`. */
  download_limit?: number | null | undefined;
  /** Size in bytes from which a file is large. Given together with `large_file_download_limit`. Null: none. */
  large_file_bytes?: number | null | undefined;
  /** Downloads per large file in new orders. Null: as for all files. */
  large_file_download_limit?: number | null | undefined;
  /** Devices on which each license key can be activated at once. It counts for keys of earlier orders too. Null: any number. */
  device_limit?: number | null | undefined;
  /** Days for which the items of new orders get new versions of the files, counted from the order, or from a gift's delivery. Earlier orders keep their `updates_until`. Null: without end. */
  updates_for_days?: number | null | undefined;
  /** Where license keys come from. pool: you add them. made: Waybill makes one for each unit ordered. signed: Waybill signs a license file for each, which programs check offline. Keys that are in the pool go first. If the product has had no key before, earlier orders get none. Null: pool in a new product, no change in an update. */
  license_source?: "pool" | "made" | "signed" | null | undefined;
  /** How keys are made: each `*` becomes a random letter or digit, and the rest stays. At least 8 stars; with fewer than 17, keys have less than 80 random bits and can be guessed. Null: `*****-*****-*****-*****`. */
  license_pattern?: string | null | undefined;
  /** IDs and names by which programs that ask about their license as they ask Easy Digital Downloads, Gumroad or Keygen know the product. Each is of one product only. Null: as absent. */
  program_ids?: string[] | null | undefined;
  /** The products that this one holds, which makes it a bundle. An order of it gets an item of price 0 for each. None of them holds products itself. Null: as absent. */
  contents?: NewContent[] | null | undefined;
  /** Who may ask for the product's update feeds. off: nobody. licensed: programs that send a valid license key of the product. open: anybody, without an order. Null: off in a new product, no change in an update. */
  updates?: "off" | "licensed" | "open" | null | undefined;
  /** A line that each page of the product's PDF files carries, and a page of its EPUB files, with the customer's name. Each order gets files of its own; other kinds of files go out as they are. The permalink does not work. Null: files are not stamped. */
  stamp?:
    | {
        /** The line, with `{{name}}`, `{{order}}` and `{{email}}` for the customer's name, the order's number and the customer's address; at least one of them. Default: `{{name}} · {{order}}`. */
        text?: string | undefined;
        /** Where on a page it stands. Default: bottom_center. */
        position?:
          | "bottom_left"
          | "bottom_center"
          | "bottom_right"
          | "top_left"
          | "top_center"
          | "top_right"
          | undefined;
        /** Height of the letters in points. A line that is too long for a page gets smaller. Default: 9. */
        size?: number | undefined;
      }
    | null
    | undefined;
  /** Whether the permalink works. It delivers to anybody, without an order and without a limit. */
  permalink_enabled?: boolean | null | undefined;
  /** When you stopped selling the product. Orders can still contain it, and customers can still download it. Null: it is on sale. */
  archived_at?: string | null | undefined;
}

export interface ProductFilePlace {
  /** New position, starting at 1. A number beyond the end means the last position. */
  position: number;
}

export interface ProductFileVersion {
  /** Number of the version, starting at 1. Never given twice. */
  number: number;
  /** Whether customers get this version. */
  current: boolean;
  /** File name that customers see. */
  filename: string;
  /** Size of the file in bytes. */
  size_bytes: number;
  /** Media type of this version, such as `application/zip`. */
  content_type: string;
  /** SHA-256 hash of the content, in hexadecimal. */
  sha256: string;
  /** What is new in this version, for customers. */
  note: string | null;
  /** Email address of the member who added it. Null: a program, or the first version. */
  added_by: string | null;
  /** When it was created. */
  created_at: string;
  /** Version of the program that this is, such as 1.4.2. Null: not in update feeds. */
  version: string | null;
  /** System that it is for. `any` is all of them. Null: not in update feeds. */
  platform:
    | "any"
    | "mac-arm64"
    | "mac-x64"
    | "mac-universal"
    | "windows-x64"
    | "windows-arm64"
    | "windows-x86"
    | "linux-x64"
    | "linux-arm64"
    | null;
  /** The developer's signature, which update feeds pass on unchanged. */
  signature: string | null;
  /** False once the content was removed to free the space. */
  stored: boolean;
}

export interface ProductRunningOut {
  /** Unique identifier. */
  id: number;
  /** SKU of the product. */
  sku: string;
  /** Name of the product. */
  name: string;
  /** License keys that are not assigned yet. */
  available: number;
  /** Whole days that they last if orders go on as they came. */
  days_left: number;
}

export interface ProductTotals {
  /** ID of the product. */
  product_id: number;
  /** SKU of the product. */
  sku: string;
  /** Name of the product. */
  name: string;
  /** Number of orders that contain the product. */
  orders: number;
  /** Number of counted downloads, also by permalinks. Those of test orders are left out. */
  downloads: number;
  /** Total size of the delivered files, in bytes. */
  bytes: number;
}

export interface ReceivedGift {
  /** Unique identifier, the same as in the unversioned interface. */
  id: number | string;
  /** Email address of the person who gets the order as a gift. Null: it is no gift. */
  recipient_email: string | null;
  /** The recipient's name. */
  recipient_name: string | null;
  /** What the buyer writes to the recipient. */
  gift_message: string | null;
  /** When the recipient gets the email, and the links begin to work. Null: at once. */
  deliver_at: string | null;
  /** When it was created. */
  created_at: string;
  /** URL of the order's page for the customer. */
  download_url: string;
  /** The gift's products. */
  order_items: ReceivedItem[];
}

export interface ReceivedItem {
  /** Unique identifier. */
  id: number;
  /** ID of the product. */
  item_id: number;
  /** SKU of the product. */
  item_sku: string;
  /** Name of the product. */
  product_name: string;
  /** Number of units. If the product has license keys, each unit gets one. */
  quantity: number;
  /** License keys assigned to the item. */
  license_keys: string[];
}

export interface RefusedRow {
  /** Row number as in a spreadsheet: the header is row 1. */
  row: number;
  /** Name of the column. Null: the problem concerns the whole row. */
  field: string | null;
  /** Why the row was rejected. */
  reason: string;
  /** Content of the invalid cell, shortened. Null if it is empty or the problem concerns the whole row. */
  value: string | null;
}

export interface RemovedConnection {
  /** Send it as `continues` to connect the same shop again. */
  id: number;
  /** Which shop it was. */
  kind: "woocommerce" | "stripe" | "shopify" | "lemonsqueezy" | "paddle" | "paypal" | "gumroad" | "generic";
  /** Name of the connection. */
  name: string;
  /** When it was removed. */
  removed_at: string;
}

export interface RemovedKeys {
  /** Number of keys removed. Keys that orders have stay, and are not among them. */
  removed: number;
  /** Keys that are assigned to an order. They stay. */
  assigned: string[];
  /** Keys that the product does not have. */
  unknown: string[];
}

export interface RenewalRequest {
  /** Unique identifier. */
  id: number;
  /** ID of the order. */
  order_id: number | string;
  /** Your order ID. Null: none. */
  order_vendor_id: string | null;
  /** Number by which a connected shop knows the order. Null: none. */
  order_shop_number: string | null;
  /** Customer's email address. */
  email: string;
  /** Customer's first name. */
  first_name: string | null;
  /** Customer's last name. */
  last_name: string | null;
  /** Why the links had stopped working. */
  reason: "expired" | "used_up";
  /** What the customer wrote with the request, up to 500 characters. Null: nothing. */
  message: string | null;
  /** Whether the request is open, granted or declined. */
  status: "open" | "granted" | "declined";
  /** Whether the customer renewed the links without asking. */
  self_service: boolean;
  /** When it was created. */
  created_at: string;
  /** When the request was granted, or null. */
  granted_at: string | null;
  /** When the request was declined, or null. */
  declined_at: string | null;
}

export interface Revenue {
  /** Three-letter ISO 4217 currency code, such as USD. */
  currency: string;
  /** In units of the currency. Rounded to four digits. */
  amount: number;
}

export interface SearchResult {
  /** What was found. */
  type: "order" | "product" | "customer";
  /** ID of the order or the product; email address of the customer. */
  id: number | string;
  /** The order's name for its customer and its ID, the product's name, or the customer's name. */
  title: string;
  /** What tells it from others: an email address, a SKU. */
  subtitle: string;
  /** Its screen in the administration area. */
  url: string;
}

export interface SenderDomain {
  /** Domain of the sender address, whose records are looked up. */
  domain: string;
  /** SPF, DKIM and DMARC, in this order. */
  checks: SenderRecord[];
}

export interface SenderRecord {
  /** `spf` lists the servers that may send, `dkim` has the key of signatures, `dmarc` tells receivers what to do with forged emails. */
  record: "spf" | "dkim" | "dmarc";
  /** no_answer: the name servers did not answer in time. not_checked: Waybill does not sign emails, so it does not know which key to look for. */
  status: "ok" | "missing" | "wrong" | "no_answer" | "not_checked";
  /** The name in DNS that has the record, or should have it. */
  name: string;
  /** The record as it is now. */
  found: string | null;
  /** TXT record to publish at `name`. Null if there is nothing to publish. */
  publish: string | null;
  /** The result, and what to do. */
  summary: string;
}

export interface SentPreviewInput {
  /** Templates to use instead of the saved ones. Null: the built-in text. */
  wordings?:
    | {
        /** Subject line of the email. */
        email_subject?: string | null | undefined;
        /** Plain-text version of the email. */
        email_text?: string | null | undefined;
        /** HTML version of the email. */
        email_html?: string | null | undefined;
        /** Subject of the email about an update. */
        update_subject?: string | null | undefined;
        /** Plain text of the email about an update. */
        update_text?: string | null | undefined;
        /** HTML of the email about an update. */
        update_html?: string | null | undefined;
        /** Template to try as the greeting of the order's page. */
        page_greeting?: string | null | undefined;
        /** Template to try as the notice of the order's page. */
        page_notice?: string | null | undefined;
        /** Template to try as the footer of the order's page. */
        page_footer?: string | null | undefined;
      }
    | undefined;
  /** ID of the order to show. Default: the latest order. */
  order_id?: number | string | undefined;
  /** Language that the customer reads. Default: the order's, else the account's, else English. */
  locale?: "en" | "de" | "fr" | "es" | "ja" | undefined;
  /** Settings of the store to use instead of the saved ones. */
  store?:
    | {
        /** Store name that customers see. */
        name?: string | undefined;
        /** Brand color as `#rrggbb`. Null: the default colors. */
        brand_color?: string | null | undefined;
      }
    | undefined;
  /** Which email to send. Default: delivery. */
  email?: "delivery" | "update" | undefined;
}

export interface Session {
  /** The signed-in person. Null for a program. */
  user: {
    /** Unique identifier. */
    id: string;
    /** Name of the person. */
    name: string;
    /** Email address with which the person signs in. */
    email: string;
    /** Whether the person signs in with two-factor authentication. */
    two_factor_enabled: boolean;
  } | null;
  /** Role of the person. The API key and token have the rights of an owner, as has an API key with the scope `account:manage`. Other keys show `staff`. */
  role: "owner" | "staff" | "read_only";
  /** The settings that forms use as defaults. */
  account: {
    /** The store's handle: the first part of its host name. */
    handle: string;
    /** Store name that customers see. */
    name: string;
    /** Base URL of the account and of its API. */
    url: string;
    /** Three-letter ISO 4217 currency code, such as USD. */
    currency: string;
    /** Hours until the links of a new order expire. Null: never. */
    order_expiration_in_hours: number | null;
    /** Downloads per file for new orders. Null: unlimited. */
    download_limit_per_item: number | null;
  };
  /** Whether the person can read kept messages: no mail server is set up, and the person is an owner. */
  mailbox: boolean;
  /** False if neither the store nor the installation has a mail server: emails are kept and not sent. */
  sends_email: boolean;
}

export interface Setup {
  /** True if the overview no longer shows the steps. */
  dismissed: boolean;
  /** Which steps are done. */
  steps: {
    /** The store has a website and a logo. */
    store: boolean;
    /** The installation has a mail server. */
    email: boolean;
    /** The signed-in person uses two-factor authentication. False for the API key. */
    sign_in: boolean;
    /** A product has a file or a link. */
    product: boolean;
    /** True once the store has its first order. */
    order: boolean;
    /** A connected shop or a program has sent an order with an ID of the shop's own (`vendor_id`). Imported orders do not count. */
    shop: boolean;
  };
  /** The newest product with a file or a link, or else the newest. Null without products. */
  product: {
    /** Unique identifier. */
    id: number;
    /** SKU of the product. */
    sku: string;
    /** Name of the product. */
    name: string;
  } | null;
  /** The newest order. Null without orders. */
  order: {
    /** ID of the order, as in `/orders/{id}`. */
    id: number | string;
    /** URL of the order's page for the customer. */
    download_url: string;
  } | null;
}

export interface SetupChanges {
  /** True removes the steps, false shows them again. */
  dismissed: boolean;
}

export interface ShopCustomer {
  /** ID of the connection. */
  connection_id: number;
  /** The shop's ID of the order. */
  external_id: string;
  /** Customer's email address, as the shop sent it. */
  email: string | null;
  /** Customer's first name. */
  first_name: string | null;
  /** Customer's last name. */
  last_name: string | null;
}

export interface Stats {
  /** First day, in UTC. */
  from: string;
  /** Last day, in UTC. */
  to: string;
  /** The figures of all days, added up. */
  totals: Totals;
  /** Every day of the range, including days with no activity. */
  days: DayTotals[];
  /** The 100 most downloaded products of the range. */
  products: ProductTotals[];
  /** How far downloads came, on the day on which that became known. Not known of what others send. */
  transfers: Transfers;
  /** How many of the orders created on these days are used so, as `orders?usage=` lists them. Test orders are left out. */
  usage: UsageCounts;
}

export interface StoreColors {
  /** Behind the text of buttons: always the brand color itself. */
  button: string;
  /** White if it can be read on the button, else black. */
  button_text: string;
  /** The line around buttons on a light background. */
  button_border: string;
  /** The line around buttons on a dark background. */
  button_border_dark: string;
  /** Links on a light background. */
  link: string;
  /** Color of links on a dark background. */
  link_dark: string;
}

export interface TimelineEvent {
  /** When it happened. */
  at: string;
  /** What kind of event it was. */
  kind: string;
  /** `Customer`, `Waybill`, or who made the change, as the activity log names them. */
  actor: string;
  /** The event in a short English sentence. */
  summary: string;
  /** More about the event. Null: it has no such detail. */
  details: {
    /** Names of the fields that a change sent. */
    fields: string[];
    /** Where a change or a download came from. */
    ip_address: string | null;
    /** What the downloading program calls itself: its `User-Agent` header. Only for downloads. */
    user_agent: string | null;
    /** Size of the downloaded file in bytes. */
    size_bytes: number | null;
    /** Whether all bytes of the file were sent. Null: not known. */
    completed: boolean | null;
    /** Bytes of the file that were sent at least. Null: not known. */
    sent_bytes: number | null;
    /** The mail server's reply to an email. */
    response: string | null;
    /** The customer's message with a request for new links. */
    message: string | null;
  };
}

export interface Totals {
  /** Number of orders created, also of those deleted later. Test orders are left out. */
  orders: number;
  /** Number of counted downloads, also by permalinks. Those of test orders are left out. */
  downloads: number;
  /** Total size of the delivered files, in bytes. */
  bytes: number;
  /** Delivery emails that a mail server accepted. */
  emails: number;
  /** What the orders created on these days are worth, by currency. Orders and items that were revoked or deleted since are left out. */
  revenue: Revenue[];
}

export interface Transfers {
  /** Downloads of which it is known how far they came. */
  ended: number;
  /** Those of which all bytes were sent. */
  completed: number;
  /** Bytes that were sent, each of a download once. */
  sent_bytes: number;
  /** Average of completed responses that took 10 seconds or more. Null: there were none. */
  bytes_per_second: number | null;
  /** The 20 files with the most downloads that were not completed. */
  files: FileTransfers[];
}

export interface UndeliverableAddress {
  /** The email address, in small letters. */
  email: string;
  /** bounced: an email could not be delivered there. complained: the customer reported one as spam. */
  reason: "bounced" | "complained";
  /** What the receiver's mail server said. Null: it is not known. */
  response: string | null;
  /** ID of the email that came back or was reported. */
  email_id: number;
  /** Since when no emails are sent there. */
  created_at: string;
}

export interface UnmatchedLine {
  /** SKU that the shop sent. */
  sku: string | null;
  /** The shop's IDs, the most specific first. */
  external_ids: string[];
  /** Name of the product in the shop. */
  name: string;
}

export interface UnstampableFile {
  /** Unique identifier. */
  file_id: number;
  /** encrypted: it needs a password. signed: a change would break its signature. broken: it is not what its name says. too_large: it takes too much memory or time. */
  problem: "encrypted" | "signed" | "broken" | "too_large";
}

export interface Upload {
  /** ID of the upload, with which its address `/api/v3/uploads/{id}` ends. */
  id: string;
  /** File name that customers see. */
  filename: string;
  /** Size of the complete file in bytes. Null until the client sends it. */
  size_bytes: number | null;
  /** Number of bytes received. */
  offset: number;
  /** When it was created. */
  created_at: string;
  /** When the upload is deleted if it is not complete by then. */
  expires_at: string;
  /** The finished file. Null while the upload is incomplete or being stored. */
  file: (File & {}) | null;
  /** ID of the product that got the file. Null if none was named, or the product was deleted or has too many files. */
  product_id: number | null;
}

export interface UsageCounts {
  /** Orders with files of which none was ever downloaded. */
  never_downloaded: number;
  /** Orders that were downloaded from 5 or more IP addresses. */
  many_addresses: number;
}

export interface WaitingProduct {
  /** Unique identifier. */
  id: number;
  /** SKU of the product. */
  sku: string;
  /** Name of the product. */
  name: string;
  /** Number of orders that are still waiting for license keys. */
  orders_waiting: number;
}

export interface WaitingShopOrders {
  /** Number of orders that wait for the product. */
  orders: number;
}

export interface WebhookAttempt {
  /** When the attempt began. */
  attempted_at: string;
  /** HTTP status of the answer. Only 200 to 299 is a success. Null: there was no answer. */
  status: number | null;
  /** The first 2,048 characters of the answer, or why there was none. Empty once the order is deleted. */
  response: string;
  /** How long the attempt took. */
  duration_milliseconds: number;
}

export interface WebhookDelivery {
  /** Unique identifier. */
  id: number;
  /** ID of the endpoint. */
  endpoint_id: number;
  /** The `webhook-id` header: the same for every attempt, and for every endpoint that gets the event. */
  message_id: string;
  /** Name of the event, or `webhook.test`. */
  event: string;
  /** waiting: it is still to be delivered. failed: the last attempt failed, or the endpoint was disabled. cancelled: its order was deleted. */
  status: "waiting" | "delivered" | "failed" | "cancelled";
  /** When it is tried again. Null if it is not, or at once, or after an earlier event of the same order. */
  next_attempt_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it was delivered, failed or cancelled. Null until then. */
  finished_at: string | null;
  /** The last 20 attempts, oldest first. */
  attempts: WebhookAttempt[];
}

export interface WebhookDeliveryWithBody {
  /** Unique identifier. */
  id: number;
  /** ID of the endpoint. */
  endpoint_id: number;
  /** The `webhook-id` header: the same for every attempt, and for every endpoint that gets the event. */
  message_id: string;
  /** Name of the event, or `webhook.test`. */
  event: string;
  /** waiting: it is still to be delivered. failed: the last attempt failed, or the endpoint was disabled. cancelled: its order was deleted. */
  status: "waiting" | "delivered" | "failed" | "cancelled";
  /** When it is tried again. Null if it is not, or at once, or after an earlier event of the same order. */
  next_attempt_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it was delivered, failed or cancelled. Null until then. */
  finished_at: string | null;
  /** The last 20 attempts, oldest first. */
  attempts: WebhookAttempt[];
  /** The body as it is sent. Null once its order is deleted. */
  body: string | null;
}

export interface WebhookEndpoint {
  /** Unique identifier. */
  id: number;
  /** What you call it. Null: none. */
  name: string | null;
  /** Where events are sent. */
  url: string;
  /** Events that are sent to it, and families such as `order.*`. */
  events: string[];
  /** Whether payloads contain license keys and links. */
  include_secrets: boolean;
  /** Names of the headers of your own that are sent with every message. Their values are never shown. */
  header_names: string[];
  /** Secret that signs the messages. Shown once: when it is created or rotated. Otherwise null. */
  secret: string | null;
  /** Since when nothing is sent to it. Null: it is enabled. */
  disabled_at: string | null;
  /** Why it is disabled. owner: you disabled it. failing: all attempts failed for three days. gone: it answered 410. Null: it is enabled. */
  disabled_reason: "owner" | "failing" | "gone" | null;
  /** Since when all attempts have failed. Null: the last attempt succeeded. */
  failing_since: string | null;
  /** When it was created. */
  created_at: string;
}

export interface WebhookEndpointChanges {
  /** Where events are sent: an `https` address with a server's name. `http` and IP addresses only work in networks that your installation allows. */
  url?: string | undefined;
  /** Events that are sent to it. A family such as `order.*` stands for all events that begin so, also for those that come with later versions. */
  events?:
    | (
        | "order.created"
        | "order.updated"
        | "order.expired"
        | "order.revoked"
        | "order.deleted"
        | "email.sent"
        | "email.failed"
        | "email.bounced"
        | "email.complained"
        | "download.counted"
        | "download.limit_reached"
        | "license_key.assigned"
        | "license_key.pool_low"
        | "license_key.pool_empty"
        | "license.activated"
        | "license.deactivated"
        | "renewal.requested"
        | "renewal.granted"
        | "renewal.declined"
        | "subscription.renewed"
        | "subscription.payment_failed"
        | "subscription.ended"
        | "connection.order_unmatched"
        | "connection.failed"
        | "order.*"
        | "email.*"
        | "download.*"
        | "license_key.*"
        | "license.*"
        | "renewal.*"
        | "subscription.*"
        | "connection.*"
      )[]
    | undefined;
  /** What you call it. An empty text or null removes it. */
  name?: string | null | undefined;
  /** Whether payloads contain license keys and links. */
  include_secrets?: boolean | undefined;
  /** Headers of your own that are sent with every message, by name: at most 20, each value with at most 4000 printable ASCII characters. Not `Host`, `User-Agent`, `Content-*`, `webhook-*` and headers that concern the connection. They are never shown. Replaces all; `{}` removes all. If `url` changes to another server, send them again. */
  headers?: { [name: string]: string } | null | undefined;
  /** Set to true to send nothing more, and to false to begin again. Events in between are not sent. */
  disabled?: boolean | undefined;
}

export interface WebhookReplay {
  /** Only what was recorded at this time or later, at most 90 days ago. */
  since: string;
  /** Only these events, and families such as `order.*`. Default: those of the endpoint. */
  events?:
    | (
        | "order.created"
        | "order.updated"
        | "order.expired"
        | "order.revoked"
        | "order.deleted"
        | "email.sent"
        | "email.failed"
        | "email.bounced"
        | "email.complained"
        | "download.counted"
        | "download.limit_reached"
        | "license_key.assigned"
        | "license_key.pool_low"
        | "license_key.pool_empty"
        | "license.activated"
        | "license.deactivated"
        | "renewal.requested"
        | "renewal.granted"
        | "renewal.declined"
        | "subscription.renewed"
        | "subscription.payment_failed"
        | "subscription.ended"
        | "connection.order_unmatched"
        | "connection.failed"
        | "order.*"
        | "email.*"
        | "download.*"
        | "license_key.*"
        | "license.*"
        | "renewal.*"
        | "subscription.*"
        | "connection.*"
      )[]
    | undefined;
}

export interface WebhookResend {
  /** Only deliveries that failed at this time or later. */
  since: string;
}

export interface WebhookSecretRotation {
  /** Hours for which messages are also signed with the old secret. Default: 24. */
  overlap_hours?: number | undefined;
}

export interface Wording {
  /** Which text it is. */
  name:
    | "email_subject"
    | "email_text"
    | "email_html"
    | "update_subject"
    | "update_text"
    | "update_html"
    | "page_greeting"
    | "page_notice"
    | "page_footer";
  /** Language of the text. Null: the text for all languages that have none of their own. */
  locale: "en" | "de" | "fr" | "es" | "ja" | null;
  /** Format of the text. Values are escaped in html only. */
  format: "line" | "text" | "html";
  /** Your template in Liquid. Null: you have none. A language without a text of its own uses the one for all languages, and if you have none either, the built-in text in that language. */
  source: string | null;
  /** The built-in template, as a starting point. */
  built_in: string;
  /** The languages with a text of their own. */
  own_locales: ("en" | "de" | "fr" | "es" | "ja")[];
  /** Whether there is a previous version to go back to. */
  can_undo: boolean;
  /** Why your template failed for the last order that used it. The customer saw the built-in text instead. Null: no problem. */
  problem: string | null;
  /** When the problem occurred. Null: no problem. */
  problem_at: string | null;
  /** When the text was last changed. Null: never. */
  updated_at: string | null;
}

export interface WordingChange {
  /** The new template in Liquid. Null: remove yours. */
  source: string | null;
}

export interface WordingPreview {
  /** ID of the order shown. Null: a sample order, because there are no orders yet. */
  order_id: string | null;
  /** Language that the customer reads. */
  locale: "en" | "de" | "fr" | "es" | "ja";
  /** Subject line of the email. */
  email_subject: string;
  /** Plain-text version of the email. */
  email_text: string;
  /** HTML version of the email. */
  email_html: string;
  /** Subject of the email about an update, for a made-up update. */
  update_subject: string;
  /** That email as plain text. */
  update_text: string;
  /** That email as HTML. */
  update_html: string;
  /** The greeting as the order's page would show it. */
  page_greeting: string;
  /** The notice as the order's page would show it. */
  page_notice: string;
  /** The footer as the order's page would show it. */
  page_footer: string;
  /** The order's page as an HTML document, without its script, with at most 100 products. */
  order_page: string;
  /** How the store's color is used. */
  colors: StoreColors;
}

export interface WordingPreviewInput {
  /** Templates to use instead of the saved ones. Null: the built-in text. */
  wordings?:
    | {
        /** Subject line of the email. */
        email_subject?: string | null | undefined;
        /** Plain-text version of the email. */
        email_text?: string | null | undefined;
        /** HTML version of the email. */
        email_html?: string | null | undefined;
        /** Subject of the email about an update. */
        update_subject?: string | null | undefined;
        /** Plain text of the email about an update. */
        update_text?: string | null | undefined;
        /** HTML of the email about an update. */
        update_html?: string | null | undefined;
        /** Template to try as the greeting of the order's page. */
        page_greeting?: string | null | undefined;
        /** Template to try as the notice of the order's page. */
        page_notice?: string | null | undefined;
        /** Template to try as the footer of the order's page. */
        page_footer?: string | null | undefined;
      }
    | undefined;
  /** ID of the order to show. Default: the latest order. */
  order_id?: number | string | undefined;
  /** Language that the customer reads. Default: the order's, else the account's, else English. */
  locale?: "en" | "de" | "fr" | "es" | "ja" | undefined;
  /** Settings of the store to use instead of the saved ones. */
  store?:
    | {
        /** Store name that customers see. */
        name?: string | undefined;
        /** Brand color as `#rrggbb`. Null: the default colors. */
        brand_color?: string | null | undefined;
      }
    | undefined;
}

/** What each operation takes and answers, by its method and its path under `/api/v3`. */

export interface Operations {
  /** List and search orders */
  "GET /orders": {
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
          /** Only return results with this status. */
          status?: "open" | "expired" | "all" | undefined;
          /** Only orders with this state. */
          state?:
            | "on_hold"
            | "revoked"
            | "expired"
            | "email_failed"
            | "waiting_for_key"
            | "waiting_for_file"
            | "used_up"
            | "email_pending"
            | "delivered"
            | "open"
            | undefined;
          /** How the customer uses the order. `never_downloaded`: it has files, and none was ever downloaded. `many_addresses`: it was downloaded from 5 or more IP addresses. Test orders are left out. */
          usage?: "never_downloaded" | "many_addresses" | undefined;
          /** Only orders whose latest delivery email has this status. */
          email_status?: "kept" | "over_allowance" | "bounced" | undefined;
          /** Only orders whose subscription has this status. */
          subscription_status?: "active" | "payment_failed" | "canceled" | "ended" | undefined;
          /** First day of the creation, in UTC. */
          from?: string | undefined;
          /** Last day of the creation, in UTC. */
          to?: string | undefined;
          /** Customer's complete email address, in any spelling. */
          email?: string | undefined;
          /** Complete email address, in any spelling, of the person who gets the order as a gift. */
          recipient_email?: string | undefined;
          /** Exactly your order ID. */
          vendor_id?: string | undefined;
          /** Exactly your shop's ID of the subscription that pays for the order. */
          subscription_id?: string | undefined;
          /** Only orders that contain the product with this SKU. */
          sku?: string | undefined;
          /** Set to true for orders that are still waiting for license keys. With `sku`: for keys of that product. */
          waiting_for_keys?: boolean | undefined;
          /** A complete order ID (in any case and with any punctuation, also as `#1394` or `order 1394`), download link, SKU, license key or subscription's ID, or the beginning of an email address or a name, the customer's or a recipient's. Case does not matter in addresses and names, and accents and apostrophes do not matter in names. */
          q?: string | undefined;
          /** What the orders are sorted by, from the smallest value on; with `-` from the largest. `vendor_id`: your order ID, or else the order ID. `customer`: last and first name, or else the email address. `access_until`: when the links end, only with `subscription_status`. */
          sort?:
            | "created_at"
            | "-created_at"
            | "total"
            | "-total"
            | "customer"
            | "-customer"
            | "vendor_id"
            | "-vendor_id"
            | "access_until"
            | "-access_until"
            | undefined;
        }
      | undefined;
    answer: {
      /** The orders. */
      orders: Order[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** Create an order */
  "POST /orders": {
    body: NewOrder;
    answer: {
      /** The order. */
      order: Order;
    };
  };
  /** Retrieve an order */
  "GET /orders/{id}": {
    path: {
      /** ID of the order. */
      id: string | number;
    };
    answer: {
      /** The order. */
      order: Order;
    };
  };
  /** Update an order */
  "PUT /orders/{id}": {
    path: {
      /** ID of the order. */
      id: string | number;
    };
    body: OrderChanges;
    answer: {
      /** The order. */
      order: Order;
    };
  };
  /** Delete an order */
  "DELETE /orders/{id}": {
    path: {
      /** ID of the order. */
      id: string | number;
    };
    answer: null;
  };
  /** Retrieve an order by your order ID */
  "GET /vorders/{vendor_id}": {
    path: {
      /** Your order ID. */
      vendor_id: string | number;
    };
    answer: {
      /** The order. */
      order: Order;
    };
  };
  /** Update an order by your order ID */
  "PUT /vorders/{vendor_id}": {
    path: {
      /** Your order ID. */
      vendor_id: string | number;
    };
    body: OrderChanges;
    answer: {
      /** The order. */
      order: Order;
    };
  };
  /** Delete an order by your order ID */
  "DELETE /vorders/{vendor_id}": {
    path: {
      /** Your order ID. */
      vendor_id: string | number;
    };
    answer: null;
  };
  /** Expire an order */
  "POST /orders/{id}/expire": {
    path: {
      /** ID of the order. */
      id: string | number;
    };
    answer: {
      /** The order. */
      order: Order;
    };
  };
  /** Reopen an order */
  "POST /orders/{id}/reopen": {
    path: {
      /** ID of the order. */
      id: string | number;
    };
    answer: {
      /** The order. */
      order: Order;
    };
  };
  /** Renew an order that was paid for again */
  "POST /orders/{id}/renew": {
    path: {
      /** ID of the order. */
      id: string | number;
    };
    body: OrderRenewal;
    answer: {
      /** The order. */
      order: Order;
    };
  };
  /** Send the delivery email again */
  "POST /orders/{id}/resend": {
    path: {
      /** ID of the order. */
      id: string | number;
    };
    answer: {
      /** The order. */
      order: Order;
    };
  };
  /** Put an order on hold */
  "POST /orders/{id}/hold": {
    path: {
      /** ID of the order. */
      id: string | number;
    };
    answer: {
      /** The order. */
      order: Order;
    };
  };
  /** Release an order that is on hold */
  "POST /orders/{id}/release": {
    path: {
      /** ID of the order. */
      id: string | number;
    };
    answer: {
      /** The order. */
      order: Order;
    };
  };
  /** Revoke an order */
  "POST /orders/{id}/revoke": {
    path: {
      /** ID of the order. */
      id: string | number;
    };
    answer: {
      /** The order. */
      order: Order;
    };
  };
  /** Restore a revoked order */
  "POST /orders/{id}/restore": {
    path: {
      /** ID of the order. */
      id: string | number;
    };
    answer: {
      /** The order. */
      order: Order;
    };
  };
  /** Create up to 100 orders */
  "POST /orders/bulk": {
    body: NewOrders;
    answer: {
      /** One result per order, in the order you sent them. */
      results: BulkResult[];
    };
  };
  /** Update an order item */
  "PUT /order_items/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    body: OrderItemChanges;
    answer: {
      /** The order item. */
      order_item: OrderItem;
    };
  };
  /** Revoke an order item */
  "POST /order_items/{id}/revoke": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: {
      /** The order item. */
      order_item: OrderItem;
    };
  };
  /** Restore a revoked order item */
  "POST /order_items/{id}/restore": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: {
      /** The order item. */
      order_item: OrderItem;
    };
  };
  /** List an order item's files */
  "GET /order_items/{id}/files": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      /** The files, in the order customers see them. */
      files: File[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** List renewal requests */
  "GET /renewal_requests": {
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
          /** Only return results with this status. */
          status?: "open" | "all" | undefined;
          /** Only requests for this order. */
          order_id?: string | undefined;
        }
      | undefined;
    answer: {
      /** The renewal requests. */
      renewal_requests: RenewalRequest[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** Grant a renewal request */
  "POST /renewal_requests/{id}/grant": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: {
      /** The renewal request. */
      renewal_request: RenewalRequest;
      /** What became of the email with the renewed links. `queued`: it waits to be sent. */
      email_status: "queued" | "over_allowance" | null;
    };
  };
  /** Decline a renewal request */
  "POST /renewal_requests/{id}/decline": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: {
      /** The renewal request. */
      renewal_request: RenewalRequest;
    };
  };
  /** List customers */
  "GET /customers": {
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
          /** Words that the name or the email address contains, in any case. With fewer than three characters: how it begins. */
          q?: string | undefined;
          /** What the customers are sorted by, from the smallest value on; with `-` from the largest. */
          sort?: "last_order_at" | "-last_order_at" | "orders" | "-orders" | "email" | "-email" | undefined;
        }
      | undefined;
    answer: {
      /** The customers. */
      customers: ListedCustomer[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** Retrieve a customer */
  "GET /customers/{email}": {
    path: {
      /** Email address of the customer, in any spelling. */
      email: string | number;
    };
    answer: {
      /** The customer. */
      customer: Customer;
    };
  };
  /** Update a customer */
  "PUT /customers/{email}": {
    path: {
      /** Email address of the customer, in any spelling. */
      email: string | number;
    };
    body: CustomerChanges;
    answer: {
      /** The customer. */
      customer: Customer;
    };
  };
  /** Erase a customer */
  "DELETE /customers/{email}": {
    path: {
      /** Email address of the customer, in any spelling. */
      email: string | number;
    };
    answer: null;
  };
  /** Export a customer */
  "GET /customers/{email}/export": {
    path: {
      /** Email address of the customer, in any spelling. */
      email: string | number;
    };
    answer: {
      /** The customer. */
      customer: Customer;
      /** The orders. */
      orders: Order[];
      /** Orders of others that the customer got as gifts. */
      gifts: ReceivedGift[];
      /** The downloads of all orders and gifts, without gifts to others. */
      downloads: Download[];
      /** The delivery emails of all orders and gifts, without gifts to others, and others that went to the address. */
      emails: EmailWithContent[];
      /** The emails with all links. Their texts are not kept. */
      library_emails: LibraryEmail[];
      /** The emails about updates of what was bought. Their texts are not kept. */
      update_emails: LibraryEmail[];
      /** The address, if no emails are sent there. */
      undeliverable_addresses: UndeliverableAddress[];
      /** The customer's requests for new links. */
      renewal_requests: RenewalRequest[];
      /** The payments that renewed orders. */
      payments: OrderPayment[];
      /** Orders of connected shops with the address, also those of which no order was made. */
      shop_orders: ShopCustomer[];
      /** What connected shops sent about the customer. */
      shop_events: ConnectionEvent[];
    };
  };
  /** Send all links again */
  "POST /customers/{email}/resend": {
    path: {
      /** Email address of the customer, in any spelling. */
      email: string | number;
    };
    answer: {
      /** The customer. */
      customer: Customer;
    };
  };
  /** List connections */
  "GET /connections": {
    answer: {
      /** The connections. */
      connections: Connection[];
      /** Up to 20 removed connections whose events named no shop, the last removed first. Send the ID as `continues` if you connect the same shop again. */
      removed_connections: RemovedConnection[];
    };
  };
  /** Connect a shop */
  "POST /connections": {
    body: NewConnection;
    answer: {
      /** The connection. */
      connection: Connection;
    };
  };
  /** Retrieve a connection */
  "GET /connections/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: {
      /** The connection. */
      connection: Connection;
    };
  };
  /** Update a connection */
  "PUT /connections/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    body: ConnectionChanges;
    answer: {
      /** The connection. */
      connection: Connection;
    };
  };
  /** Remove a connection */
  "DELETE /connections/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: null;
  };
  /** List events of a connection */
  "GET /connections/{id}/events": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      /** The events. */
      connection_events: ListedConnectionEvent[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** Count orders of a connection that wait for a product */
  "GET /connections/{id}/waiting_orders": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    query: {
      /** What a mapping would name: the product's ID, SKU or name in the shop. */
      external_id: string;
    };
    answer: WaitingShopOrders;
  };
  /** Count orders of shops that wait for a SKU */
  "GET /skuproducts/{sku}/waiting_orders": {
    path: {
      /** SKU of the product, percent-encoded (a slash as `%2F`). */
      sku: string | number;
    };
    answer: WaitingShopOrders;
  };
  /** List events that need attention */
  "GET /connection_events": {
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
          /** All events about this order. */
          order_id?: string | undefined;
        }
      | undefined;
    answer: {
      /** The events. */
      connection_events: ListedConnectionEvent[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** Retrieve an event of a connection */
  "GET /connection_events/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: {
      /** The event. */
      connection_event: ConnectionEvent;
    };
  };
  /** Process an event again */
  "POST /connection_events/{id}/process": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    body?: ProcessEvent | undefined;
    answer: {
      /** The event. */
      connection_event: ConnectionEvent;
    };
  };
  /** List and search products */
  "GET /products": {
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
          /** Beginning of a SKU or a name, or words in them, one of at least 3 characters, or 2 in Chinese, Japanese or Korean. Case and accents do not matter. */
          q?: string | undefined;
          /** Only the product with exactly this SKU. */
          sku?: string | undefined;
          /** True: only archived products. False: only products on sale. Default: all. */
          archived?: boolean | undefined;
        }
      | undefined;
    answer: {
      /** The products. */
      products: Product[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** Create a product */
  "POST /products": {
    body: NewProduct;
    answer: {
      /** The product. */
      product: Product;
    };
  };
  /** Retrieve a product */
  "GET /products/{id}": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    answer: {
      /** The product. */
      product: Product;
    };
  };
  /** Update a product */
  "PUT /products/{id}": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    body: ProductChanges;
    answer: {
      /** The product. */
      product: Product;
    };
  };
  /** Delete a product */
  "DELETE /products/{id}": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    answer: null;
  };
  /** Replace a product's permalink */
  "POST /products/{id}/permalink": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    answer: {
      /** The product. */
      product: Product;
    };
  };
  /** Retrieve a product by SKU */
  "GET /skuproducts/{sku}": {
    path: {
      /** SKU of the product, percent-encoded (a slash as `%2F`). */
      sku: string | number;
    };
    answer: {
      /** The product. */
      product: Product;
    };
  };
  /** Update a product by SKU */
  "PUT /skuproducts/{sku}": {
    path: {
      /** SKU of the product, percent-encoded (a slash as `%2F`). */
      sku: string | number;
    };
    body: ProductChanges;
    answer: {
      /** The product. */
      product: Product;
    };
  };
  /** Delete a product by SKU */
  "DELETE /skuproducts/{sku}": {
    path: {
      /** SKU of the product, percent-encoded (a slash as `%2F`). */
      sku: string | number;
    };
    answer: null;
  };
  /** Replace a product's cover */
  "PUT /products/{id}/cover": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    body: NewCover;
    answer: {
      /** The product. */
      product: Product;
    };
  };
  /** Remove a product's cover */
  "DELETE /products/{id}/cover": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    answer: {
      /** The product. */
      product: Product;
    };
  };
  /** Add or replace a file of a product */
  "POST /products/{id}/files": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    body: NewProductFile;
    answer: {
      /** The product. */
      product: Product;
    };
  };
  /** List a product's files */
  "GET /products/{id}/files": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      /** The files, in the order customers see them. */
      files: File[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** Move a file within a product */
  "PUT /products/{id}/files/{file_id}": {
    path: {
      /** ID of the product. */
      id: string | number;
      /** ID of the file. */
      file_id: string | number;
    };
    body: ProductFilePlace;
    answer: {
      /** The product. */
      product: Product;
    };
  };
  /** Remove a file from a product */
  "DELETE /products/{id}/files/{file_id}": {
    path: {
      /** ID of the product. */
      id: string | number;
      /** ID of the file. */
      file_id: string | number;
    };
    query?:
      | {
          /** Set to true to also delete the file, unless another product uses it. */
          delete_unused?: boolean | undefined;
        }
      | undefined;
    answer: null;
  };
  /** Add an external link to a product */
  "POST /products/{id}/item_urls": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    body: NewItemUrl;
    answer: {
      /** The product. */
      product: Product;
    };
  };
  /** Replace an external link of a product */
  "PUT /products/{id}/item_urls/{url_id}": {
    path: {
      /** ID of the product. */
      id: string | number;
      /** ID of the external link. */
      url_id: string | number;
    };
    body: NewItemUrl;
    answer: {
      /** The product. */
      product: Product;
    };
  };
  /** Remove an external link from a product */
  "DELETE /products/{id}/item_urls/{url_id}": {
    path: {
      /** ID of the product. */
      id: string | number;
      /** ID of the external link. */
      url_id: string | number;
    };
    answer: null;
  };
  /** List the versions of a file */
  "GET /products/{id}/files/{file_id}/versions": {
    path: {
      /** ID of the product. */
      id: string | number;
      /** ID of the file. */
      file_id: string | number;
    };
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      /** The versions, newest first. */
      versions: ProductFileVersion[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** Add a new version of a file */
  "POST /products/{id}/files/{file_id}/versions": {
    path: {
      /** ID of the product. */
      id: string | number;
      /** ID of the file. */
      file_id: string | number;
    };
    body: NewFileVersion;
    answer: {
      /** The new version. */
      version: ProductFileVersion;
    };
  };
  /** Change a version of a file */
  "PUT /products/{id}/files/{file_id}/versions/{number}": {
    path: {
      /** ID of the product. */
      id: string | number;
      /** ID of the file. */
      file_id: string | number;
      /** Number of the version. */
      number: string | number;
    };
    body: FileVersionChanges;
    answer: {
      /** The version. */
      version: ProductFileVersion;
    };
  };
  /** Remove the content of an earlier version */
  "DELETE /products/{id}/files/{file_id}/versions/{number}": {
    path: {
      /** ID of the product. */
      id: string | number;
      /** ID of the file. */
      file_id: string | number;
      /** Number of the version. */
      number: string | number;
    };
    answer: null;
  };
  /** List the announcements of a product */
  "GET /products/{id}/announcements": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      /** The announcements. */
      announcements: Announcement[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** Tell the buyers about an update */
  "POST /products/{id}/announcements": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    body: NewAnnouncement;
    answer: {
      /** The announcement, whose emails are being queued. */
      announcement: Announcement;
    };
  };
  /** Preview an announcement */
  "POST /products/{id}/announcements/preview": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    body: AnnouncementPreviewInput;
    answer: {
      /** The texts as the customer would read them. */
      preview: AnnouncementPreview;
    };
  };
  /** Send a preview of an announcement */
  "POST /products/{id}/announcements/send_preview": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    body: AnnouncementPreviewInput;
    answer: {
      /** Result of the test. */
      mail_test: MailTest;
    };
  };
  /** Retrieve an announcement */
  "GET /products/{id}/announcements/{announcement_id}": {
    path: {
      /** ID of the product. */
      id: string | number;
      /** ID of the announcement. */
      announcement_id: string | number;
    };
    answer: {
      /** The announcement. */
      announcement: Announcement;
    };
  };
  /** Stop an announcement */
  "POST /products/{id}/announcements/{announcement_id}/stop": {
    path: {
      /** ID of the product. */
      id: string | number;
      /** ID of the announcement. */
      announcement_id: string | number;
    };
    answer: {
      /** The announcement. */
      announcement: Announcement;
    };
  };
  /** Continue an announcement */
  "POST /products/{id}/announcements/{announcement_id}/resume": {
    path: {
      /** ID of the product. */
      id: string | number;
      /** ID of the announcement. */
      announcement_id: string | number;
    };
    answer: {
      /** The announcement. */
      announcement: Announcement;
    };
  };
  /** List a product's downloads */
  "GET /products/{id}/downloads": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      /** The counted downloads. */
      downloads: Download[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** Count orders that lack something of a bundle */
  "GET /products/{id}/contents/earlier_orders": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    answer: EarlierBundles;
  };
  /** Give earlier orders what a bundle holds now */
  "POST /products/{id}/contents/earlier_orders": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    body: GiveContents;
    answer: GivenContents;
  };
  /** Count orders from before the first key */
  "GET /products/{id}/license_keys/earlier_orders": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    answer: EarlierOrders;
  };
  /** List a product's license keys */
  "GET /products/{id}/license_keys": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
          /** Only return results with this status. */
          status?: "assigned" | "unassigned" | "all" | undefined;
        }
      | undefined;
    answer: {
      /** The license keys. */
      license_keys: LicenseKey[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** Add license keys */
  "POST /products/{id}/license_keys": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    body: NewLicenseKeys;
    answer: AddedKeys;
  };
  /** Remove license keys */
  "DELETE /products/{id}/license_keys": {
    path: {
      /** ID of the product. */
      id: string | number;
    };
    query?:
      | {
          /** Set to true to remove every key that is not assigned. */
          all?: boolean | undefined;
        }
      | undefined;
    body?: LicenseKeysRemoval | undefined;
    answer: RemovedKeys;
  };
  /** List a license key's devices */
  "GET /license_keys/{id}/devices": {
    path: {
      /** ID of the license key. */
      id: string | number;
    };
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      /** The devices. */
      devices: LicenseDevice[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** List the devices of an order's licenses */
  "GET /orders/{id}/devices": {
    path: {
      /** ID of the order. */
      id: string | number;
    };
    answer: {
      /** The devices. */
      devices: OrderDevice[];
    };
  };
  /** Remove a device of a license key */
  "DELETE /license_keys/{id}/devices/{device_id}": {
    path: {
      /** ID of the license key. */
      id: string | number;
      /** ID of the device. */
      device_id: string | number;
    };
    answer: null;
  };
  /** List an order item's license keys */
  "GET /order_items/{id}/license_keys": {
    path: {
      /** ID of the order item. */
      id: string | number;
    };
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      /** The license keys. */
      license_keys: LicenseKey[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** Hand out a license key */
  "POST /order_items/{id}/license_keys": {
    path: {
      /** ID of the order item. */
      id: string | number;
    };
    body?: LicenseKeyHandOut | undefined;
    answer: {
      /** The key that the order item now has. */
      license_key: LicenseKey;
      /** Why the email does not go to the customer: the address gets no emails (`undeliverable_addresses`). Null if it goes, or if `send_email` is false. */
      email_not_sent: string | null;
    };
  };
  /** Replace a license key */
  "POST /order_items/{id}/license_keys/{key_id}/replace": {
    path: {
      /** ID of the order item. */
      id: string | number;
      /** ID of the license key to replace. */
      key_id: string | number;
    };
    body?: LicenseKeyReplacement | undefined;
    answer: {
      /** The key that the order item now has. */
      license_key: LicenseKey;
      /** Why the email does not go to the customer: the address gets no emails (`undeliverable_addresses`). Null if it goes, or if `send_email` is false. */
      email_not_sent: string | null;
    };
  };
  /** List the keys that sign answers about licenses */
  "GET /license_signing_keys": {
    answer: {
      /** The keys, oldest first. */
      license_signing_keys: LicenseSigningKey[];
    };
  };
  /** Add a key that signs answers about licenses */
  "POST /license_signing_keys": {
    answer: {
      /** The keys, oldest first. */
      license_signing_keys: LicenseSigningKey[];
    };
  };
  /** Remove a key that signs answers about licenses */
  "DELETE /license_signing_keys/{id}": {
    path: {
      /** ID of the key. */
      id: string | number;
    };
    answer: null;
  };
  /** List files */
  "GET /files": {
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
          /** Beginning of the file name, or words inside it. One word needs three characters. Case and accents do not matter. */
          q?: string | undefined;
        }
      | undefined;
    answer: {
      /** The files, newest first. */
      files: File[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** Retrieve a file's details */
  "GET /files/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: {
      /** The file. */
      file: File;
    };
  };
  /** Rename a file */
  "PUT /files/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    body: FileName;
    answer: {
      /** The file. */
      file: File;
    };
  };
  /** Delete a file */
  "DELETE /files/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    query?:
      | {
          /** Set to true to delete the file even if products use it. It is removed from them. */
          force?: boolean | undefined;
        }
      | undefined;
    answer: null;
  };
  /** List the supported tus features */
  "OPTIONS /uploads": {
    answer: null;
  };
  /** List the supported tus features of an upload */
  "OPTIONS /uploads/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: null;
  };
  /** Retrieve an upload */
  "GET /uploads/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: {
      /** The upload. */
      upload: Upload;
    };
  };
  /** Cancel an upload */
  "DELETE /uploads/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: null;
  };
  /** List downloads */
  "GET /downloads": {
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
          /** Only downloads of this order, by its ID, your order ID (`vendor_id`) or its number at the shop. */
          order_id?: string | undefined;
          /** Only downloads of orders with this email address, in any spelling. */
          customer?: string | undefined;
          /** Only downloads of the product with this SKU. */
          sku?: string | undefined;
          /** Only downloads from this IP address. */
          ip_address?: string | undefined;
          /** First day, in UTC. */
          from?: string | undefined;
          /** Last day, in UTC. */
          to?: string | undefined;
        }
      | undefined;
    answer: {
      /** The counted downloads. */
      downloads: Download[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** List an order's downloads */
  "GET /orders/{id}/downloads": {
    path: {
      /** ID of the order. */
      id: string | number;
    };
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      /** The counted downloads. */
      downloads: Download[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** List an order item's downloads */
  "GET /order_items/{id}/downloads": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      /** The counted downloads. */
      downloads: Download[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** List emails to customers */
  "GET /emails": {
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
          /** Only return results with this status. */
          status?:
            | "queued"
            | "sent"
            | "kept"
            | "failed"
            | "over_allowance"
            | "cancelled"
            | "bounced"
            | "complained"
            | undefined;
          /** Only emails of this kind. */
          kind?: "delivery" | "library" | "announcement" | "gift_confirmation" | undefined;
          /** Only emails about this order. */
          order_id?: string | undefined;
          /** A complete order ID, your own or the shop's number of an order, the beginning of a recipient's email address, or words inside a customer's name and address. One word needs three characters. Case and accents do not matter. */
          q?: string | undefined;
        }
      | undefined;
    answer: {
      /** The emails. */
      emails: Email[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** Retrieve an email to a customer */
  "GET /emails/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: {
      /** The email. */
      email: EmailWithContent;
    };
  };
  /** Send a delivery email again */
  "POST /emails/{id}/retry": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: {
      /** The new email. */
      email: Email;
    };
  };
  /** List addresses that get no emails */
  "GET /undeliverable_addresses": {
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
          /** Only this address, in any spelling. */
          email?: string | undefined;
        }
      | undefined;
    answer: {
      /** The addresses. */
      undeliverable_addresses: UndeliverableAddress[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** Allow emails to an address again */
  "DELETE /undeliverable_addresses/{email}": {
    path: {
      /** In any spelling. */
      email: string | number;
    };
    answer: null;
  };
  /** List kept messages */
  "GET /mailbox": {
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      /** The messages. */
      messages: Message[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** Retrieve a kept message */
  "GET /mailbox/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: {
      /** The message. */
      message: MessageWithContent;
    };
  };
  /** Retrieve the mail settings */
  "GET /mail_settings": {
    answer: {
      /** The mail settings. */
      mail_settings: MailSettings;
    };
  };
  /** Set up the store's own mail server */
  "PUT /mail_settings": {
    body: NewMailSettings;
    answer: {
      /** The mail settings. */
      mail_settings: MailSettings;
    };
  };
  /** Remove the store's own mail server */
  "DELETE /mail_settings": {
    body: MailSettingsConfirmation;
    answer: null;
  };
  /** Check the sender's domain */
  "GET /mail_settings/sender_domain": {
    answer: {
      /** The sender's domain and its records. */
      sender_domain: SenderDomain;
    };
  };
  /** Send a test email */
  "POST /mail_settings/test": {
    answer: {
      /** Result of the test. */
      mail_test: MailTest;
    };
  };
  /** List addresses for mail services */
  "GET /mail_hooks": {
    answer: {
      /** The addresses, oldest first. */
      mail_hooks: MailHook[];
    };
  };
  /** Create an address for a mail service */
  "POST /mail_hooks": {
    body: NewMailHook;
    answer: {
      /** The address to enter at the mail service. */
      mail_hook: MailHook;
    };
  };
  /** Retrieve an address for a mail service */
  "GET /mail_hooks/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: {
      /** The address to enter at the mail service. */
      mail_hook: MailHook;
    };
  };
  /** Replace the secret of a mail service */
  "PUT /mail_hooks/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    body: MailHookChanges;
    answer: {
      /** The address to enter at the mail service. */
      mail_hook: MailHook;
    };
  };
  /** Remove an address for a mail service */
  "DELETE /mail_hooks/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: null;
  };
  /** Search everything */
  "GET /search": {
    query: {
      /** The text to look for. */
      q: string;
    };
    answer: {
      /** Orders, then products, then customers. */
      results: SearchResult[];
    };
  };
  /** Retrieve statistics */
  "GET /stats": {
    query?:
      | {
          /** First day, in UTC. */
          from?: string | undefined;
          /** Last day, in UTC. */
          to?: string | undefined;
        }
      | undefined;
    answer: {
      /** The statistics. */
      stats: Stats;
    };
  };
  /** List what needs attention */
  "GET /attention": {
    answer: {
      /** What needs attention. */
      attention: Attention;
    };
  };
  /** List changes */
  "GET /activity": {
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
          /** Only changes by the member with this email address, or by `API key NAME`, `API`, `API (XML)` or `Command line`. */
          actor?: string | undefined;
          /** Only changes of this kind, such as `order.changed`. */
          kind?:
            | "account.changed"
            | "account.token_replaced"
            | "account.domain_checked"
            | "account.logo_changed"
            | "account.logo_removed"
            | "account.setup_changed"
            | "account.signing_key_added"
            | "account.signing_key_removed"
            | "api_key.changed"
            | "api_key.created"
            | "api_key.replaced"
            | "api_key.revoked"
            | "connection.changed"
            | "connection.created"
            | "connection.event_processed"
            | "connection.removed"
            | "customer.changed"
            | "customer.emails_allowed"
            | "customer.erased"
            | "customer.resent"
            | "email.retried"
            | "file.deleted"
            | "file.renamed"
            | "file.uploaded"
            | "import.started"
            | "item.restored"
            | "item.revoked"
            | "mail_hook.changed"
            | "mail_hook.created"
            | "mail_hook.removed"
            | "mail_server.changed"
            | "mail_server.removed"
            | "member.invited"
            | "member.removed"
            | "member.role_changed"
            | "move.started"
            | "move.stopped"
            | "order.changed"
            | "order.created"
            | "order.deleted"
            | "order.device_removed"
            | "order.expired"
            | "order.held"
            | "order.item_changed"
            | "order.key_handed_out"
            | "order.key_replaced"
            | "order.payment_failed"
            | "order.plan_changed"
            | "order.released"
            | "order.renewal_declined"
            | "order.renewal_granted"
            | "order.renewed"
            | "order.reopened"
            | "order.resent"
            | "order.restored"
            | "order.revoked"
            | "order.subscription_canceled"
            | "orders.created"
            | "product.announced"
            | "product.announcement_resumed"
            | "product.announcement_stopped"
            | "product.changed"
            | "product.contents_given"
            | "product.cover_changed"
            | "product.cover_removed"
            | "product.created"
            | "product.deleted"
            | "product.file_added"
            | "product.file_moved"
            | "product.file_removed"
            | "product.keys_added"
            | "product.keys_removed"
            | "product.link_added"
            | "product.link_removed"
            | "product.link_replaced"
            | "product.permalink_replaced"
            | "product.version_added"
            | "product.version_changed"
            | "product.version_removed"
            | "webhook.changed"
            | "webhook.created"
            | "webhook.deleted"
            | "webhook.replayed"
            | "webhook.resent"
            | "webhook.secret_replaced"
            | "wording.changed"
            | "wording.undone"
            | undefined;
          /** First day, in UTC. */
          from?: string | undefined;
          /** Last day, in UTC. */
          to?: string | undefined;
        }
      | undefined;
    answer: {
      /** The changes. */
      activity: Activity[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** List what happened to an order */
  "GET /orders/{id}/timeline": {
    path: {
      /** ID of the order. */
      id: string | number;
    };
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      /** The events. */
      timeline: TimelineEvent[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** Retrieve an import */
  "GET /imports/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: {
      /** The import. */
      import: Import;
    };
  };
  /** List moves from other services */
  "GET /moves": {
    answer: {
      /** The moves, newest first. */
      moves: Move[];
    };
  };
  /** Move from another service */
  "POST /moves": {
    body: NewMove;
    answer: {
      /** The move, which has begun. */
      move: Move;
    };
  };
  /** Retrieve a move */
  "GET /moves/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: {
      /** The move. */
      move: Move;
      /** Null: the move is not done. */
      report: {
        /** What the old service has. */
        there: MoveCounts;
        /** The same counts of the account here, to compare with `there`. */
        here: MoveCounts;
        /** What this move has made. */
        made: {
          /** Number of products. The old service calls them items. */
          products: number;
          /** Number of files. */
          files: number;
          /** Number of orders. */
          orders: number;
          /** Number of counted downloads. */
          downloads: number;
        };
        /** Whether nothing differs. */
        matches: boolean;
        /** The counts that differ. */
        differing: ("products" | "files" | "orders" | "order_items" | "downloads_remaining" | "downloads")[];
        /** Number of all differences, also of those that `differences` has no room for. */
        difference_count: number;
        /** What is not here as it is there, up to 1,000 of each kind. */
        differences: MoveDifference[];
        /** Sentences about what was left out. */
        notes: string[];
      } | null;
    };
  };
  /** Stop a move */
  "POST /moves/{id}/stop": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: {
      /** The move. */
      move: Move;
    };
  };
  /** Retrieve the account */
  "GET /account": {
    answer: {
      /** The account. */
      account: Account;
    };
  };
  /** Update the account */
  "PUT /account": {
    body: AccountChanges;
    answer: {
      /** The account. */
      account: Account;
    };
  };
  /** Retrieve the API token */
  "GET /account/token": {
    answer: {
      /** The API token: the password of HTTP Basic authentication. */
      api_token: string;
    };
  };
  /** Replace the API token */
  "POST /account/token": {
    answer: {
      /** The API token: the password of HTTP Basic authentication. */
      api_token: string;
    };
  };
  /** Verify the custom domain */
  "POST /account/domain/check": {
    answer: {
      /** The account. */
      account: Account;
    };
  };
  /** Replace the logo */
  "PUT /account/logo": {
    body: NewLogo;
    answer: {
      /** The account. */
      account: Account;
    };
  };
  /** Remove the logo */
  "DELETE /account/logo": {
    answer: {
      /** The account. */
      account: Account;
    };
  };
  /** List API keys */
  "GET /api_keys": {
    answer: {
      /** The keys, oldest first. */
      api_keys: ApiKey[];
    };
  };
  /** Create an API key */
  "POST /api_keys": {
    body: NewApiKey;
    answer: {
      /** The key. */
      api_key: ApiKey;
    };
  };
  /** Update an API key */
  "PUT /api_keys/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    body: ApiKeyChanges;
    answer: {
      /** The key. */
      api_key: ApiKey;
    };
  };
  /** Revoke an API key */
  "DELETE /api_keys/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: null;
  };
  /** Replace an API key */
  "POST /api_keys/{id}/replace": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    body: ApiKeyReplacement;
    answer: {
      /** The key. */
      api_key: ApiKey;
    };
  };
  /** List calls of the API */
  "GET /requests": {
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
          /** Text in the path, or a request ID. */
          q?: string | undefined;
          /** Only calls with this key. */
          api_key_id?: number | undefined;
          /** Only calls with this method. */
          method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | undefined;
          /** Only calls with this status, such as 404, or its first digit, such as 4. */
          status?: number | undefined;
        }
      | undefined;
    answer: {
      /** The recent calls. */
      requests: ApiRequest[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** List webhook endpoints */
  "GET /webhook_endpoints": {
    answer: {
      /** All endpoints of the store. Their secrets are not shown. */
      webhook_endpoints: WebhookEndpoint[];
    };
  };
  /** Create a webhook endpoint */
  "POST /webhook_endpoints": {
    body: NewWebhookEndpoint;
    answer: {
      /** The endpoint. */
      webhook_endpoint: WebhookEndpoint;
    };
  };
  /** Retrieve a webhook endpoint */
  "GET /webhook_endpoints/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: {
      /** The endpoint. */
      webhook_endpoint: WebhookEndpoint;
    };
  };
  /** Update a webhook endpoint */
  "PUT /webhook_endpoints/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    body: WebhookEndpointChanges;
    answer: {
      /** The endpoint. */
      webhook_endpoint: WebhookEndpoint;
    };
  };
  /** Delete a webhook endpoint */
  "DELETE /webhook_endpoints/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: null;
  };
  /** Replace a webhook endpoint's secret */
  "POST /webhook_endpoints/{id}/rotate_secret": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    body?: WebhookSecretRotation | undefined;
    answer: {
      /** The endpoint. */
      webhook_endpoint: WebhookEndpoint;
    };
  };
  /** Send a test event */
  "POST /webhook_endpoints/{id}/test": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: {
      /** The delivery. */
      webhook_delivery: WebhookDelivery;
    };
  };
  /** List an endpoint's deliveries */
  "GET /webhook_endpoints/{id}/deliveries": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
          /** Only deliveries with this status. */
          status?: "waiting" | "delivered" | "failed" | "cancelled" | undefined;
        }
      | undefined;
    answer: {
      /** The deliveries. */
      webhook_deliveries: WebhookDelivery[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** Send all failed events again */
  "POST /webhook_endpoints/{id}/resend_failed": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    body: WebhookResend;
    answer: {
      /** Number of deliveries that are sent again. */
      resent: number;
    };
  };
  /** Send recorded events again */
  "POST /webhook_endpoints/{id}/replay": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    body: WebhookReplay;
    answer: {
      /** Number of events that are sent. */
      queued: number;
    };
  };
  /** Retrieve a webhook delivery */
  "GET /webhook_deliveries/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: {
      /** The delivery. */
      webhook_delivery: WebhookDeliveryWithBody;
    };
  };
  /** Send an event again */
  "POST /webhook_deliveries/{id}/resend": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: {
      /** The delivery. */
      webhook_delivery: WebhookDelivery;
    };
  };
  /** List all customizable texts */
  "GET /wordings": {
    query?:
      | {
          /** Language of the text. Default: the text for all languages that have none of their own. */
          locale?: "en" | "de" | "fr" | "es" | "ja" | undefined;
        }
      | undefined;
    answer: {
      /** The texts. */
      wordings: Wording[];
    };
  };
  /** Retrieve a text */
  "GET /wordings/{name}": {
    path: {
      /** Which text it is. */
      name: string | number;
    };
    query?:
      | {
          /** Language of the text. Default: the text for all languages that have none of their own. */
          locale?: "en" | "de" | "fr" | "es" | "ja" | undefined;
        }
      | undefined;
    answer: {
      /** The text. */
      wording: Wording;
    };
  };
  /** Update a text */
  "PUT /wordings/{name}": {
    path: {
      /** Which text it is. */
      name: string | number;
    };
    query?:
      | {
          /** Language of the text. Default: the text for all languages that have none of their own. */
          locale?: "en" | "de" | "fr" | "es" | "ja" | undefined;
        }
      | undefined;
    body: WordingChange;
    answer: {
      /** The text. */
      wording: Wording;
    };
  };
  /** Undo the last change of a text */
  "POST /wordings/{name}/undo": {
    path: {
      /** Which text it is. */
      name: string | number;
    };
    query?:
      | {
          /** Language of the text. Default: the text for all languages that have none of their own. */
          locale?: "en" | "de" | "fr" | "es" | "ja" | undefined;
        }
      | undefined;
    answer: {
      /** The text. */
      wording: Wording;
    };
  };
  /** Preview texts for an order */
  "POST /wordings/preview": {
    body: WordingPreviewInput;
    answer: {
      /** The texts as the customer would read them. */
      preview: WordingPreview;
    };
  };
  /** Send a preview of an email */
  "POST /wordings/send_preview": {
    body: SentPreviewInput;
    answer: {
      /** Result of the test. */
      mail_test: MailTest;
    };
  };
  /** Retrieve the current session */
  "GET /session": {
    answer: {
      /** Who is signed in, and to which store. */
      session: Session;
    };
  };
  /** Retrieve the steps of the set-up */
  "GET /setup": {
    answer: {
      /** The steps of the set-up. */
      setup: Setup;
    };
  };
  /** Dismiss the steps of the set-up */
  "PUT /setup": {
    body: SetupChanges;
    answer: {
      /** The steps of the set-up. */
      setup: Setup;
    };
  };
  /** List members */
  "GET /members": {
    query?:
      | {
          /** Page number, starting at 1. 0 counts as 1. */
          page?: number | undefined;
          /** Number of results per page. */
          page_size?: number | undefined;
        }
      | undefined;
    answer: {
      /** The members. */
      members: Member[];
      /** Page number, starting at 1. */
      page: number;
      /** Number of results per page. */
      page_size: number;
      /** Number of results on all pages. */
      total: number;
    };
  };
  /** Invite a member */
  "POST /members": {
    body: NewMember;
    answer: {
      /** The member. */
      member: Member;
    };
  };
  /** Change a member's role */
  "PUT /members/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    body: MemberChanges;
    answer: {
      /** The member. */
      member: Member;
    };
  };
  /** Remove a member */
  "DELETE /members/{id}": {
    path: {
      /** Unique identifier. */
      id: string | number;
    };
    answer: null;
  };
}
