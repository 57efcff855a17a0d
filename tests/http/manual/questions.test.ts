import { beforeAll, describe, expect, test } from "bun:test";
import type { Store } from "../../support/service.ts";
import { makeSqliteStore } from "../../support/shared-service.ts";

/** What people ask in their own words, and where the answer is. */
const questions = {
  owners: [
    ["send keys only to new orders", "store/license-keys#orders-from-before-the-first-key"],
    ["money back", "store/administration#refunds"],
    ["how do I add a product?", "start/first-sale#2-make-a-product"],
    ["sell several products as a bundle", "reference/delivery#bundles"],
    ["how long do download links work?", "store/administration#how-long-links-work"],
    ["put my logo on the emails", "store/administration#change-the-logo"],
    ["change the text of the delivery email", "store/administration#wording-texts-of-emails-and-pages"],
    ["invite a colleague", "store/administration#people-and-roles"],
    ["give somebody a product as a present", "store/gifts"],
    ["buyer's name in the pdf", "store/stamps"],
    ["switch from gumroad", "move/gumroad"],
    ["check suspicious orders before delivery", "store/holding-orders"],
    ["download my orders as a spreadsheet", "store/import-export#export"],
    ["upload a 20 gb video", "store/large-files"],
    ["turn on two factor", "store/administration#two-factor-authentication"],
    ["where do i see how many keys are left", "store/sell-license-keys#how-many-keys-are-left"],
    ["sell voucher codes", "store/sell-license-keys"],
    ["sell ebooks with watermark", "store/stamps"],
    ["stop selling a product", "store/administration#stop-selling-a-product"],
    ["rename a sku", "store/administration#rename-a-product-or-its-sku"],
    ["pre-order, the file is not ready yet", "store/administration#pre-orders-sell-before-the-file-is-ready"],
    ["chargeback", "store/administration#chargebacks-and-disputes"],
  ],
  "people who help customers": [
    ["emails end up in spam", "store/when-something-goes-wrong#emails-end-up-in-spam"],
    ["tell customers about a new version", "reference/email#telling-buyers-of-an-update"],
    ["delete a customer's personal data", "reference/privacy#erasing-a-customer"],
    ["customer says the link does not work", "store/when-something-goes-wrong#a-customer-cannot-download"],
    ["customer lost the email with the links", "reference/delivery#lost-links"],
    ["give a customer more downloads", "store/when-something-goes-wrong#a-customer-cannot-download"],
    ["customer typed the wrong email address", "store/administration#customers"],
    ["license key on a second computer", "connect/licenses#devices"],
    ["replace a leaked license key", "store/license-keys#replacing-a-key-and-handing-one-out"],
    ["download stops in the middle", "store/when-something-goes-wrong#a-customer-cannot-download"],
    ["order arrived without products", "store/when-something-goes-wrong#an-order-has-no-products"],
    ["customer did not get the email", "store/when-something-goes-wrong#an-email-did-not-arrive"],
    ["my shop's orders do not arrive", "store/when-something-goes-wrong#an-order-is-missing"],
  ],
  developers: [
    ["send orders from my own website", "connect/own-checkout"],
    ["avoid duplicate orders", "connect/retries"],
    ["check the signature of a webhook", "connect/verify-a-webhook"],
    ["check a license offline", "store/license-keys#keys-that-waybill-signs"],
    ["auto update an electron app", "connect/updates#electron"],
    ["the api answers 429", "connect/retries#what-the-answers-mean"],
    ["what may an api key do?", "connect/api-keys"],
    ["find a product by sku", "reference/v3-interface#find-a-product-by-its-sku"],
    ["license check in a wordpress plugin", "connect/licenses#php-for-a-wordpress-plugin"],
    ["what happens when a subscription is canceled?", "reference/v3-interface#subscriptions"],
  ],
  operators: [
    ["use my own domain", "operate/run#a-custom-domain-for-a-store"],
    ["restore a backup on a new server", "operate/back-up#restoring-or-moving-to-another-server"],
    ["how much memory does it need?", "operate/size"],
    ["switch from sqlite to postgres", "operate/back-up#moving-to-postgresql"],
    ["upgrade to a new version", "operate/upgrade"],
    ["nginx config", "operate/run#a-reverse-proxy"],
    ["no space left on the disk", "store/when-something-goes-wrong#the-disk-is-full"],
    ["prometheus alerts", "operate/monitor#watch-in-prometheus"],
    ["two servers behind a load balancer", "operate/scale#several-servers"],
    ["store files on s3", "operate/run#files-in-an-s3-store"],
    ["docker compose", "start/install#containers"],
    ["change the port", "store/when-something-goes-wrong#it-does-not-start"],
  ],
};

describe.each(Object.entries(questions))("the search of the documentation answers %s:", (_, asked) => {
  let service: Store;

  beforeAll(async () => {
    service = await makeSqliteStore();
  });

  test.each(asked)("“%s” with %s first", async (query, address) => {
    const page = await (await service.get(`/docs?q=${encodeURIComponent(query)}`)).text();
    expect(/<ul class="hits"><li><a href="([^"]*)"/.exec(page)?.[1]).toBe(`/docs/${address}`);
  });
});
