<?php

declare(strict_types=1);

namespace Waybill;

/** One account's orders, products, keys, files, downloads, emails and settings. */
final class Waybill
{
    /** Answers after which the same request may succeed. */
    private const PASSING = [429, 502, 503, 504];

    /** Seconds that the service may ask to wait before a request is sent again. Above that, its error is thrown. */
    private const LONGEST_WAIT = 60;

    private readonly string $base;
    private readonly \CurlHandle $connection;

    /**
     * @param string $url The account's own address, such as `https://HANDLE.example.com`.
     * @param float $timeout Seconds after which a request is given up; an upload when nothing more moves for so long.
     * @param int $retries How often a request is sent again that found no answer, or 429, 502, 503 or 504. Only requests are
     *     that are safe to send twice: those that read, and those with an idempotency key.
     */
    public function __construct(
        string $url,
        private readonly string $apiKey,
        #[\SensitiveParameter] private readonly string $apiToken,
        private readonly float $timeout = 30,
        private readonly int $retries = 2,
    ) {
        $this->base = rtrim($url, '/') . '/api/v3';
        $this->connection = curl_init();
    }

    /**
     * Any operation of the interface, such as `GET /orders/{id}`; its answer, or null if it has none.
     *
     * POST and PUT without a key get a random one, so that they can be sent again. It protects this call only: give a key of
     * your own that survives a restart, such as the payment's number.
     *
     * @param array<string, string|int> $path Values of the path's `{…}`.
     * @param array<string, string|int|bool|null> $query
     * @param array<mixed>|null $body Sent as JSON.
     * @throws WaybillError If the service refuses the request.
     * @throws NoAnswer If there is no answer.
     */
    public function request(
        string $operation,
        array $path = [],
        array $query = [],
        ?array $body = null,
        ?string $idempotencyKey = null,
    ): mixed {
        [$method, $template] = explode(' ', $operation, 2);
        $headers = [];
        $data = null;
        if ($body !== null) {
            $headers[] = 'Content-Type: application/json';
            $data = $body === [] ? '{}' : json_encode($body, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
        }
        if (in_array($method, ['POST', 'PUT'], true) && !preg_match('~^/(files|uploads)~', $template)) {
            $idempotencyKey ??= bin2hex(random_bytes(16));
        }
        $filled = preg_replace_callback(
            '/\{(\w+)\}/',
            static fn (array $name): string => rawurlencode(
                (string) ($path[$name[1]] ?? throw new \InvalidArgumentException("The path needs \"$name[1]\"."))
            ),
            $template,
        );
        return $this->send($method, $filled, $query, $headers, $data, $idempotencyKey);
    }

    /**
     * Everything in a list, such as `GET /orders`, page after page. What is added meanwhile may move the pages.
     *
     * @param array<string, string|int|bool|null> $query
     * @param array<string, string|int> $path
     * @return \Generator<int, array<string, mixed>>
     */
    public function all(string $operation, array $query = [], array $path = []): \Generator
    {
        for ($page = 1; ; $page++) {
            $answer = $this->request($operation, $path, ['page_size' => 100, ...$query, 'page' => $page]);
            $lists = array_filter($answer, 'is_array');
            $rows = array_shift($lists) ?? [];
            foreach ($rows as $row) {
                yield $row;
            }
            if ($rows === [] || $page * (int) $answer['page_size'] >= (int) $answer['total']) {
                return;
            }
        }
    }

    /**
     * Sends a paid order. Lines whose SKU matches no product are skipped: compare `order_items` with what you sent.
     *
     * @param array<string, mixed> $order
     * @return array<string, mixed>
     */
    public function sendOrder(array $order, ?string $idempotencyKey = null): array
    {
        return $this->request('POST /orders', body: $order, idempotencyKey: $idempotencyKey)['order'];
    }

    /** @return array<string, mixed> */
    public function order(int $id): array
    {
        return $this->request('GET /orders/{id}', ['id' => $id])['order'];
    }

    /**
     * By your order ID.
     *
     * @return array<string, mixed>
     */
    public function orderByVendorId(string|int $vendorId): array
    {
        return $this->request('GET /vorders/{vendor_id}', ['vendor_id' => $vendorId])['order'];
    }

    /**
     * Stores bytes as a file. It is not sent again: use a tus client for large files.
     *
     * @return array<string, mixed>
     */
    public function upload(string $filename, string $content, string $contentType = 'application/octet-stream'): array
    {
        $headers = ['Content-Type: ' . preg_replace('/[^\x20-\x7e]/', '', $contentType)];
        return $this->send('POST', '/files', ['filename' => $filename], $headers, $content, null)['file'];
    }

    /**
     * @param array<string, string|int|bool|null> $query
     * @param list<string> $headers
     */
    private function send(
        string $method,
        string $path,
        array $query,
        array $headers,
        ?string $data,
        ?string $idempotencyKey,
    ): mixed {
        if ($data === null && $method !== 'GET') {
            // Some proxies refuse a POST that does not say how long it is.
            $headers[] = 'Content-Length: 0';
        }
        if ($idempotencyKey !== null) {
            if (preg_match('/[^\x20-\x7e]/', $idempotencyKey)) {
                throw new \InvalidArgumentException('An idempotency key must be printable ASCII.');
            }
            $headers[] = "Idempotency-Key: $idempotencyKey";
        }
        $texts = array_map(static fn ($value) => is_bool($value) ? ($value ? 'true' : 'false') : $value, $query);
        $address = $this->base . $path . ($texts === [] ? '' : '?' . http_build_query($texts));
        $left = $method === 'GET' || $idempotencyKey !== null ? $this->retries : 0;
        for ($pause = 0.25; ; $left--, $pause *= 2) {
            $wait = $pause * random_int(50, 150) / 100;
            try {
                return $this->once($method, $address, $headers, $data, $path === '/files');
            } catch (WaybillError $error) {
                $wait = $error->retryAfter ?? $wait;
                if ($left <= 0 || !in_array($error->status, self::PASSING, true) || $wait > self::LONGEST_WAIT) {
                    throw $error;
                }
            } catch (NoAnswer $error) {
                if ($left <= 0) {
                    throw $error;
                }
            }
            usleep((int) ($wait * 1e6));
        }
    }

    /** @param list<string> $headers */
    private function once(string $method, string $address, array $headers, ?string $data, bool $isUpload): mixed
    {
        $limits = $isUpload
            ? [CURLOPT_LOW_SPEED_LIMIT => 1, CURLOPT_LOW_SPEED_TIME => (int) ceil($this->timeout)]
            : [CURLOPT_TIMEOUT_MS => (int) ($this->timeout * 1000)];
        $retryAfter = null;
        curl_reset($this->connection);
        curl_setopt_array($this->connection, $limits + [
            CURLOPT_URL => $address,
            CURLOPT_CUSTOMREQUEST => $method,
            // Redirects are not followed: the credentials must not reach another host.
            CURLOPT_USERPWD => "$this->apiKey:$this->apiToken",
            CURLOPT_HTTPAUTH => CURLAUTH_BASIC,
            // Without "Expect:", curl would wait for a go-ahead before it sends a larger body.
            CURLOPT_HTTPHEADER => [...$headers, 'Accept: application/json, application/problem+json', 'Expect:'],
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_CONNECTTIMEOUT_MS => (int) ($this->timeout * 1000),
            CURLOPT_HEADERFUNCTION => static function ($connection, string $line) use (&$retryAfter): int {
                if (preg_match('/^retry-after:\s*(\d+)\s*$/i', $line, $found)) {
                    $retryAfter = (int) $found[1];
                }
                return strlen($line);
            },
        ]);
        if ($data !== null) {
            curl_setopt($this->connection, CURLOPT_POSTFIELDS, $data);
        }
        $body = curl_exec($this->connection);
        if (!is_string($body)) {
            throw new NoAnswer(curl_error($this->connection), curl_errno($this->connection));
        }
        $status = curl_getinfo($this->connection, CURLINFO_RESPONSE_CODE);
        if ($status < 200 || $status >= 300) {
            throw WaybillError::of($status, $body, $retryAfter);
        }
        $type = (string) curl_getinfo($this->connection, CURLINFO_CONTENT_TYPE);
        if (str_starts_with($type, 'application/json')) {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        }
        return $body === '' ? null : $body;
    }
}
